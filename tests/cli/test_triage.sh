# 'foretrace check': what stages cost, any number of workers, fingerprints
# and baselines.
. "$(dirname "$0")/lib.sh"

real=tests/traces/real

# ---- stages
exits 66 "check -v" "$foretrace" check $real/arraylist.std -v
shows '^  stage +decided +tried +CPU s +median ms +p95 ms$' "a table of stages"
shows '^  order +[0-9]+ +46 +[0-9.]+ +[0-9.]+ +[0-9.]+$' \
  "every candidate went to the first stage"
exits 66 "check" "$foretrace" check $real/arraylist.std
grep -q 'p95' "$work/out"
[ $? -eq 1 ]
report $? "no table without -v"
exits 66 "check, JSON" "$foretrace" check $real/arraylist.std -f json
valid foretrace-results-1 "$work/out" 2>"$work/err"
report $? "stages are in the schema"
jq -e '.summary as $s | ([$s.stages[].decided // 0] | add) + $s.undecided ==
  $s.candidates and $s.candidates == 46 and $s.stages.order.tried == 46 and
  ([.races[] | select(.certifier == "graph")] | length) ==
  $s.stages.graph.decided' "$work/out" >/dev/null
report $? "decided by stage and undecided add up to the candidates"
exits 0 "check in windows" "$foretrace" check $real/arraylist.std -w 100 -f json
jq -e '.summary as $s | $s.undecided > 0 and
  $s.stages.undecided.causes == {window: $s.undecided}' "$work/out" >/dev/null
report $? "what a window leaves open, it leaves open by --window"
exits 0 "no budget" "$foretrace" check $real/arraylist.std -b 1e-9 -f json
jq -e '.summary.stages.undecided | .candidates == 46 and
  .causes == {budget: 46}' "$work/out" >/dev/null
report $? "without a budget all is undecided by --budget"

# ---- any number of workers
for trace in $real/treeset.std $real/arraylist.std \
  tests/traces/injected/{arraylist-120,treeset-120,treeset-144}.std \
  tests/traces/figures/vindicator-fig{3,8,9a,9b}.std; do
  for run in "1 first" "8 second" "8 third"; do
    "$foretrace" check "$trace" -j "${run% *}" -f json 2>/dev/null |
      without_seconds >"$work/${run#* }"
  done
  cmp -s "$work/first" "$work/second" && cmp -s "$work/first" "$work/third" &&
    [ -s "$work/first" ]
  report $? "$(basename "$trace"): the same with -j 1, with -j 8, and again"
done
if [ "${FT_LONG:-0}" = 1 ]; then
  for jobs in 1 8; do
    "$foretrace" check $real/jigsaw.std.zst -j $jobs -f json \
      >"$work/jigsaw.$jobs" 2>/dev/null
    without_seconds <"$work/jigsaw.$jobs" >"$work/jigsaw.same.$jobs"
  done
  cmp -s "$work/jigsaw.same.1" "$work/jigsaw.same.8"
  report $? "jigsaw: the same with -j 1 and with -j 8"
  jq -e '.summary.undecided == 0 and .summary.certified > 1000' \
    "$work/jigsaw.8" >/dev/null
  report $? "jigsaw: every candidate is decided"
else
  skip "jigsaw with -j 1 and -j 8: FT_LONG=1 runs it"
fi

# ---- every candidate is decided
undecided=0
for trace in $real/*.std tests/traces/injected/*.std; do
  "$foretrace" check "$trace" -t 0 -b 0 -f json >"$work/decided.json" 2>/dev/null
  jq -e '.summary.undecided == 0 and .summary.candidates > 0' \
    "$work/decided.json" >/dev/null || undecided=$((undecided + 1))
done
report $undecided "every candidate of the recorded and injected traces is decided"

# ---- fingerprints
prints() { "$foretrace" check "$@" -f json | jq -r '.races[].fingerprint' | sort; }
cat >"$work/two.std" <<'STD'
T1|w(x)|a.c:9
T1|w(y)|a.c:20
T1|w(1234)|a.c:30
T2|w(x)|a.c:10
T2|w(x)|a.c:11
T2|r(y)|a.c:40
T2|w(1234)|a.c:50
STD
sed 's/a\.c:\([0-9]*\)/a.c:1\1/; s/a\.c:19$/a.c:99/' "$work/two.std" >"$work/moved.std"
prints "$work/two.std" >"$work/two"
prints "$work/moved.std" >"$work/moved"
[ "$(sort -u "$work/two" | wc -l)" -eq 4 ]
report $? "four races, four fingerprints"
[ "$(comm -12 "$work/two" "$work/moved" | wc -l)" -eq 3 ]
report $? "lines move: named variables keep theirs, a numbered one does not"
sed 's/T1/A/; s/T2/B/' "$work/two.std" >"$work/renamed.std"
prints "$work/renamed.std" | cmp -s - "$work/two"
report $? "names of threads do not count"
prints $real/arraylist.std | uniq -d >"$work/out"
[ ! -s "$work/out" ]
report $? "no fingerprint twice"

# Stages: the pair that wcp leaves unordered comes before the one that only
# hybrid does.
exits 66 "stages" "$foretrace" check examples/cache.std --format json
jq -e '[.summary.funnel[] | [.name, .candidates, .certified, .state]] ==
  [["hb", 0, 0, "finished"], ["wcp", 1, 1, "finished"],
   ["dc", 0, 0, "finished"], ["hybrid", 1, 0, "finished"],
   ["value", 0, 0, "finished"], ["path", 0, 0, "finished"]]' \
  "$work/out" >/dev/null
report $? "each has its candidates"
exits 66 "verbose" "$foretrace" check examples/cache.std -v
shows '^Stages: hb 0 · wcp 1 of 1 decided · dc 0 · hybrid 1 of 1\.$' \
  "the report has a line"
run "$foretrace" check examples/cache.std --budget 0.000001 --format json
jq -e '[.summary.funnel[] | select(.candidates > 0) | .state] ==
  ["not begun", "not begun"]' "$work/out" >/dev/null
report $? "a budget that is over begins none"
exits 66 "--stages" "$foretrace" check examples/cache.std --stages wcp,dc \
  --format json
valid foretrace-results-1 "$work/out" 2>"$work/err"
report $? "left out stages are in the schema"
jq -e '.options.stages == ["wcp", "dc"] and
  ([.summary.funnel[] | .state] | .[:4] ==
    ["left out", "finished", "finished", "left out"]) and
  .summary.stages.undecided.causes == {stages: 1} and
  ([.races[] | select(.verdict == "undecided")] | length == 1)' "$work/out" \
  >/dev/null
report $? "leaves the other candidates open"
exits 66 "text" "$foretrace" check examples/cache.std --stages wcp,dc
shows '^Stages: hb left out · wcp 1 of 1 decided · dc 0 · hybrid 0 of 1, left out' \
  "and the line says so"
exits 64 "a wrong stage" "$foretrace" check examples/cache.std --stages wcp,hc
says 'hc' "is named"
exits 64 "a stage of a model that is left out" "$foretrace" check examples/cache.std --model mcm --stages wcp,path
says "model leaves out" "is told"

# ---- baselines
"$foretrace" check "$work/two.std" -f json -o "$work/base.json"
exits 0 "all known" "$foretrace" check "$work/moved.std" --baseline \
  <("$foretrace" check "$work/moved.std" -f json)
shows '^4 races certified \(0 new\), 0 undecided' "the summary says so"
shows "'x' .*CERTIFIED, KNOWN" "known races are marked"
exits 66 "one new" "$foretrace" check "$work/moved.std" \
  --baseline "$work/base.json" --new-only
shows '^4 races certified \(1 new\)' "the summary says so"
[ "$(grep -c '^R[0-9]' "$work/out")" -eq 1 ] && grep -q "'1234'" "$work/out"
report $? "--new-only shows the new one alone"
exits 66 "one new, JSON" "$foretrace" check "$work/moved.std" \
  --baseline "$work/base.json" -f json
valid foretrace-results-1 "$work/out" 2>"$work/err"
report $? "the schema has baselines"
jq -e '.summary.new == 1 and ([.races[] | select(.baseline)] | length) == 3' \
  "$work/out" >/dev/null
report $? "JSON says which are known"
"$foretrace" check "$work/moved.std" --baseline "$work/base.json" --new-only \
  -f json --witness-dir "$work/witnesses" >"$work/new.json"
jq -e '(.races | length) == 1 and .summary.certified == 4' "$work/new.json" \
  >/dev/null && [ "$(ls "$work/witnesses")" = \
  "$(jq -r '.races[0].id' "$work/new.json").json" ]
report $? "--new-only: JSON and witnesses of the new one alone"
{ echo "# accepted last week"; sed 's/$/  see #12/' "$work/two"; echo; } >"$work/list"
exits 0 "a list of fingerprints" "$foretrace" check "$work/two.std" \
  --baseline "$work/list"
jq '.races |= map(.verdict = "undecided")' "$work/base.json" >"$work/open.json"
exits 66 "undecided then is new now" "$foretrace" check "$work/two.std" \
  --baseline "$work/open.json"
shows '\(4 new\)' "all four"
exits 65 "an empty baseline" "$foretrace" check "$work/two.std" --baseline /dev/null
says 'this baseline is empty' "is none"
echo "# nothing is known" >"$work/remark"
exits 66 "a list with a comment alone" "$foretrace" check "$work/two.std" \
  --baseline "$work/remark"
exits 66 "no baseline" "$foretrace" check "$work/two.std" -f json
jq -e '(.summary | has("new") | not) and
  (.races | all(has("baseline") | not))' "$work/out" >/dev/null
report $? "without a baseline JSON says nothing of it"

"$foretrace" check tests/traces/figures/wcp-fig5.std -f json -o "$work/dead.json"
exits 0 "a known deadlock" "$foretrace" check tests/traces/figures/wcp-fig5.std \
  --baseline "$work/dead.json"
shows '^1 deadlock certified \(0 new\)' "the summary says so"
shows '^D1 .*CERTIFIED, KNOWN' "it is marked"
exits 0 "and left out" "$foretrace" check tests/traces/figures/wcp-fig5.std \
  --baseline "$work/dead.json" --new-only -f json
valid foretrace-results-1 "$work/out" 2>"$work/err" &&
  jq -e '.deadlocks == []' "$work/out" >/dev/null
report $? "of JSON, too"

# ---- bad ones
while IFS='	' read -r text pattern; do
  printf "$text" >"$work/bad"
  exits 65 "baseline: $pattern" "$foretrace" check "$work/two.std" \
    --baseline "$work/bad"
  says "$pattern" "and says so"
done <<'ROWS'
0123456789abcde\n	bad:1: expected a fingerprint
\n# fine\n0123456789abcdef0\n	bad:3: expected a fingerprint
{"schema": "foretrace-results/1"	bad:1: not JSON
{"schema": "foretrace-filter/1"}	expected the schema 'foretrace-results/1', found 'foretrace-filter/1'
{"races": []}	found 'none'
{"schema": "foretrace-results/1", "deadlocks": []}	expected a list 'races'
{"schema": "foretrace-results/1", "races": []}	expected a list 'deadlocks'
{"schema": "foretrace-results/1", "races": [{"verdict": "certified"}]}	races\[0\]: expected a fingerprint
{"schema": "foretrace-results/1", "races": [{"fingerprint": "0123456789abcdef"}]}	races\[0\]: expected a verdict
ROWS
exits 65 "a baseline that is not there" "$foretrace" check "$work/two.std" \
  --baseline "$work/none"
says 'none: cannot open this baseline' "and says so"
exits 65 "a directory" "$foretrace" check "$work/two.std" --baseline "$work"
exits 64 "--new-only alone" "$foretrace" check "$work/two.std" --new-only
says 'new-only needs --baseline' "and says so"
[ "$test_number" -gt 0 ]
