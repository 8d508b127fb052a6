# Shards of a check, put together: in a loop, by GNU parallel, by Snakemake, by Slurm
# (or what looks like it); results reported again.
. "$(dirname "$0")/lib.sh"
export PATH=$build/bin:$PATH

# same_results TEXT: those of $work/whole.json and $work/merged.json.
same_results() {
  cmp -s <(without_seconds <"$work/whole.json") <(without_seconds <"$work/merged.json")
  report $? "$1"
}

# sharded TRACE N OPTIONS...: into $work/merged.json, each in a process.
sharded() {
  local trace=$1 n=$2
  shift 2
  rm -f "$work"/part.*
  for k in $(seq "$n"); do
    "$foretrace" check "$trace" "$@" --shard "$k/$n" -q -f json -o "$work/part.$k" || return 1
  done
  run "$foretrace" merge "$trace" "$work"/part.* -f json -o "$work/merged.json"
}

cat >"$work/cycle.std" <<'STD'
T0|fork(T1)|0
T0|fork(T2)|1
T1|acq(a)|f.c:1
T1|acq(b)|f.c:2
T1|w(x)|f.c:3
T1|rel(b)|f.c:4
T1|rel(a)|f.c:5
T2|acq(b)|f.c:6
T2|acq(a)|f.c:7
T2|rel(a)|f.c:8
T2|rel(b)|f.c:9
T2|w(x)|f.c:10
STD
for trace in examples/cache.std "$work/cycle.std" tests/traces/real/treeset.std \
  tests/traces/real/arraylist.std; do
  name=$(basename "$trace" .std)
  run "$foretrace" check "$trace" -f json -o "$work/whole.json"
  wanted=$status
  for n in 1 2 7; do
    sharded "$trace" $n
    [ "$status" -eq "$wanted" ]
    report $? "$name in $n shards: the status of the whole"
    same_results "$name in $n shards: the results of the whole"
  done
done
valid foretrace-results-1 "$work/part.3" 2>"$work/err"
report $? "a shard is of the schema"
valid foretrace-results-1 "$work/merged.json" 2>"$work/err"
report $? "what is merged is of the schema"
exits 66 "text" "$foretrace" merge tests/traces/real/arraylist.std "$work"/part.*
cp "$work/out" "$work/merged.txt"
run "$foretrace" check tests/traces/real/arraylist.std
cmp -s <(sed 's/[0-9.]* s\(, peak .*\)\{0,1\}$//' "$work/out") <(sed 's/[0-9.]* s\(, peak .*\)\{0,1\}$//' "$work/merged.txt")
report $? "the text report is that of the whole"
"$foretrace" check tests/traces/real/treeset.std -w 100 --pairs all --candidates wcp \
  --model mcm --deadlocks off -f json -o "$work/whole.json"
sharded tests/traces/real/treeset.std 3 -w 100 --pairs all --candidates wcp \
  --model mcm --deadlocks off
same_results "with other options"

# The solver's schedules do not depend on what a worker was asked before.
trace=tests/regress/schedule-by-worker-history.jsonl
for j in 1 2; do
  "$foretrace" check $trace -j $j -f json -o "$work/whole.json"
  sharded $trace 3 -j 1
  same_results "a schedule of the solver, -j $j"
done

# Statuses and mistakes.
exits 0 "a shard in which something is certified" \
  "$foretrace" check examples/hidden.std --shard 1/2
shows 'shard 1 of 2' "the text report says that it is a part"
exits 0 "a shard without candidates" "$foretrace" check examples/hidden.std --shard 2/2
! grep -q 'None predicted' "$work/out"
report $? "it says nothing about the whole"
for wrong in 0/2 3/2 2 1/ /2 -1/2 1/2x 1/100001 99999999999/2 '1 /2'; do
  exits 64 "--shard '$wrong'" "$foretrace" check examples/hidden.std --shard "$wrong"
done
exits 64 "--baseline of a shard" "$foretrace" check examples/hidden.std \
  --shard 1/2 --baseline "$work/whole.json"
says "are for 'foretrace merge'" "what to do instead"
sharded examples/cache.std 2
exits 65 "a shard is missing" "$foretrace" merge examples/cache.std "$work/part.1"
says 'part.1: is shard 1 of 2, but there is 1 file' "which one is there"
says 'foretrace merge TRACE FILES' "and what takes them"
"$foretrace" check examples/cache.std -f json -o "$work/all.json"
exits 65 "a whole check" "$foretrace" merge examples/cache.std "$work/part.1" "$work/all.json"
says "all.json: is a whole check, no shard of 2; 'foretrace report'" "what reports it"
exits 65 "a shard twice" "$foretrace" merge examples/cache.std "$work/part.1" "$work/part.1"
says 'shard 1 is there twice' "which one"
exits 65 "another trace" "$foretrace" merge examples/hidden.std "$work"/part.?
says 'another number of events' "it is another trace"
sed 's/hits/misses/' examples/cache.std >"$work/renamed.std"
exits 65 "a trace of as many events" "$foretrace" merge "$work/renamed.std" "$work"/part.?
says 'results of another trace' "it is another trace, too"
"$foretrace" check examples/cache.std --shard 2/2 -t 9 -f json -o "$work/part.2"
exits 65 "other options" "$foretrace" merge examples/cache.std "$work"/part.?
says 'part.2: is of another trace, version or set of options' "which one differs"
exits 65 "no results" "$foretrace" merge examples/cache.std examples/cache.std
says 'not JSON' "what it is not"
exits 65 "no file" "$foretrace" merge examples/cache.std "$work/none"
exits 64 "no results named" "$foretrace" merge examples/cache.std
"$foretrace" check examples/cache.std -f json -o "$work/whole.json"
exits 65 "an output that stays as it was" "$foretrace" merge examples/hidden.std \
  "$work/whole.json" -o "$work/report"
[ ! -e "$work/report" ]
report $? "nothing half-written"

# Baseline, suppressions and formats come with the merge; whole results, too.
exits 0 "merge with a baseline" "$foretrace" merge examples/cache.std \
  "$work/whole.json" --baseline "$work/whole.json"
echo 'variable:hits' >"$work/rules"
exits 0 "merge with suppressions" "$foretrace" merge examples/cache.std \
  "$work/whole.json" --suppressions "$work/rules"
exits 66 "whole results as SARIF" "$foretrace" merge examples/cache.std \
  "$work/whole.json" -f sarif
cp "$work/out" "$work/again.sarif"
run "$foretrace" check examples/cache.std -f sarif
cmp -s "$work/out" "$work/again.sarif"
report $? "as the check reports it"
exits 66 "witnesses" "$foretrace" merge examples/cache.std "$work/whole.json" \
  --witness-dir "$work/w"
exits 0 "are good" "$foretrace" verify examples/cache.std "$work/w/R1.json"

# GNU parallel.
cp tests/traces/real/treeset.std "$work/t.std"
"$foretrace" check "$work/t.std" -f json -o "$work/whole.json"
if command -v parallel >/dev/null && parallel --version 2>/dev/null | grep -q GNU; then
  exits 66 "examples/cluster/parallel.sh" sh examples/cluster/parallel.sh "$work/t.std" 5
  mv "$work/t.std.json" "$work/merged.json" 2>/dev/null
  same_results "GNU parallel: the results of the whole"
else
  skip "no GNU parallel"
fi

# Some of the shards, at any time: what they certify is certified, and the report says
# that there are more.
for k in 1 2 3; do
  "$foretrace" check "$work/t.std" --shard "$k/3" -q -f json -o "$work/some.$k"
done
exits 65 "a shard is missing" "$foretrace" merge "$work/t.std" "$work/some.1" "$work/some.3"
says 'some.1: is shard 1 of 3, but there are 2 files; .* \(--partial: those that are there\)' \
  "it says so"
exits 66 "--partial" "$foretrace" merge "$work/t.std" "$work/some.3" "$work/some.1" --partial
shows '^Only 2 of 3 shards are there: the candidates of the others are missing\.$' "says how many"
run "$foretrace" merge "$work/t.std" "$work/some.3" "$work/some.1" --partial -f json \
  -o "$work/some.json"
valid foretrace-results-1 "$work/some.json" 2>"$work/err"
report $? "JSON of it is valid"
races() { jq -c '.races[] | select(.verdict == "certified") | .pair' "$@" | sort; }
diff <(races "$work/some.1" "$work/some.3") <(races "$work/some.json") >"$work/err"
report $? "has the races of the two"
exits 66 "it is reported again" "$foretrace" report "$work/some.json"
shows '^Only 2 of 3 shards are there' "and still says it"
"$foretrace" check tests/traces/real/arraylist.std --shard 2/2 -q -f json -o "$work/none.2"
jq -e '[.races[].verdict] | index("certified") | not' "$work/none.2" >/dev/null &&
  exits 68 "with --strict" "$foretrace" merge tests/traces/real/arraylist.std \
    "$work/none.2" --partial --strict
exits 65 "shards of different numbers" "$foretrace" merge tests/traces/real/arraylist.std \
  "$work/none.2" "$work/some.1" --partial
"$foretrace" merge "$work/t.std" "$work"/some.[123] --partial -f json -o "$work/merged.json"
same_results "--partial of all: the results of the whole"

# Snakemake; a shard that is lost is run again, and no other one.
if command -v snakemake >/dev/null; then
  mkdir "$work/snake" "$work/snake-home"
  snake() {
    run env HOME="$work/snake-home" XDG_CACHE_HOME="$work/snake-home" PATH="$build/bin:$PATH" \
      snakemake -s examples/cluster/Snakefile --cores 2 --directory "$work/snake" \
      --config trace="$work/t.std" shards=4
  }
  snake
  report "$status" "examples/cluster/Snakefile"
  mv "$work/t.std.json" "$work/merged.json" 2>/dev/null
  same_results "Snakemake: the results of the whole"
  grep -q '^21 races certified' "$work/t.std.txt"
  report $? "and a text report"
  rm "$work/t.std.parts/3.json" "$work/t.std.txt"
  snake
  [ "$(grep -c '^rule shard' "$work/err")" -eq 1 ]
  report $? "a lost shard is run again, and no other one"
  mv "$work/t.std.json" "$work/merged.json" 2>/dev/null
  same_results "with the results of the whole"
  rm -rf "$work/t.std.parts" "$work/t.std.txt"
else
  skip "no Snakemake"
fi

# Slurm, or an sbatch that runs everything at once, here.
if ! command -v sbatch >/dev/null; then
  mkdir "$work/bin"
  cat >"$work/bin/sbatch" <<'SBATCH'
#!/bin/bash
for word; do
  case $word in
  --array=*) tasks=$(seq "$(echo "${word#*=}" | tr - ' ' | cut -d' ' -f1)" "${word##*-}") ;;
  --wrap=*) script=${word#*=} ;;
  --output=*) output=${word#*=} ;;
  esac
done
for task in ${tasks:-1}; do
  SLURM_ARRAY_TASK_ID=$task sh -c "$script" >"${output//%a/$task}" 2>&1 || exit 1
done
echo 1
SBATCH
  chmod +x "$work/bin/sbatch"
  PATH=$work/bin:$PATH
  exits 0 "examples/cluster/slurm.sh, with an sbatch of ours" \
    sh examples/cluster/slurm.sh "$work/t.std" 4
  mv "$work/t.std.json" "$work/merged.json" 2>/dev/null
  same_results "Slurm arrays: the results of the whole"
  grep -q '^21 races certified' "$work/t.std.txt"
  report $? "and a text report"
else
  skip "a Slurm is there: its jobs are not for a test to wait for"
fi

# A recorded run that was replayed, reported again.
if [ -x "$build/bin/foretrace-cc" ] && [ -z "${FT_SAN:-}" ]; then
  "$build/bin/foretrace-cc" -g -pthread examples/hidden.c -o "$work/hidden" &&
    "$foretrace" run -d "$work/run" -n 2 -f json -o "$work/whole.json" -- \
      "$work/hidden" >/dev/null 2>&1
  exits 66 "a recorded run" "$foretrace" merge "$work/run" "$work/whole.json" \
    -f json -o "$work/merged.json"
  same_results "a recorded run: with replays and stacks"
  exits 66 "a recorded run, text" "$foretrace" merge "$work/run" "$work/whole.json"
  shows 'CERTIFIED, CONFIRMED 2/2' "replays are told"
else
  skip "no recorder: recorded runs are not merged"
fi
[ "$test_number" -gt 0 ]
