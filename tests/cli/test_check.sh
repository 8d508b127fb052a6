# 'foretrace check' on the examples: verdicts, reports, exit status.
. "$(dirname "$0")/lib.sh"

exits 66 "hidden.std has a race" "$foretrace" check examples/hidden.std
shows "^R1  data race on 'x' +CERTIFIED$" "the race is certified"
shows "T1 writes x at hidden.c:15 +locks held: l$" "first access, with its lock"
shows "T2 writes x at hidden.c:23 +locks held: none$" "second access, no lock"
shows "T1 released l before T2 took it" "what hid the race"
shows "T1 +write x  <->  T2  write x +both enabled" "the schedule ends in the pair"
shows "^1 race certified, 0 undecided, 0 pairs impossible in this trace" "summary"
[ ! -s "$work/err" ]
report $? "nothing on standard error of a pipe"

run "$foretrace" check tests/regress/the-other-half-hides-nothing.jsonl
shows "^2 races certified, 0 undecided, 0 pairs impossible" \
  "a write to the other half of a variable hides no earlier one"

# Memory that one thread gives back before another one gets a part of it: no two
# blocks that exist overlap, and the order of the two accesses follows.
reused() {
  cat <<END
{"thread":"T0","op":"fork","child":"T1"}
{"thread":"T0","op":"fork","child":"T2"}
{"thread":"T1","op":"alloc","address":"0x1000","bytes":16}
{"thread":"T1","op":"write","variable":"x","location":"a.c:1"}
{"thread":"T1","op":"free","address":"0x1000","bytes":16}
{"thread":"T2","op":"alloc","address":"$1","bytes":16}
{"thread":"T2","op":"write","variable":"x","location":"a.c:2"}
END
}
reused 0x1008 >"$work/reused.jsonl"
run "$foretrace" check -v "$work/reused.jsonl"
shows "^0 races certified" "blocks that overlap do not exist at once"
shows "event 5 .T2 alloc. comes before the memory of event 2" "the reason names both"
reused 0x1010 >"$work/apart.jsonl"
exits 66 "blocks beside each other" "$foretrace" check "$work/apart.jsonl"

# A read whose use is not known, beside an assumed order that is in nobody's way.
cat >"$work/unknown.jsonl" <<'END'
{"schema":"foretrace-trace/1"}
{"thread":"main","op":"fork","child":"T1"}
{"thread":"main","op":"fork","child":"T2"}
{"thread":"T1","op":"write","pointers":[],"variable":"x","value":1,"operands":[1],"operator":"copy"}
{"thread":"T1","op":"atomic-write","pointers":[],"variable":"f","value":1,"order":"release","operator":"copy","operands":[1]}
{"thread":"T2","op":"atomic-rmw","pointers":[],"variable":"(assumed) keys","order":"acq_rel","result":"%a","operands":[]}
{"thread":"T2","op":"branch","operands":["%a"]}
{"thread":"T2","op":"atomic-read","pointers":[],"variable":"f","value":1,"order":"acquire","result":"%1","location":"a.c:7"}
{"thread":"T2","op":"branch","outcome":1,"concretized":true,"operands":["%1"]}
{"thread":"T2","op":"write","pointers":[],"variable":"x","value":2,"operator":"copy","operands":[2]}
END
run "$foretrace" check "$work/unknown.jsonl"
shows "^  reason: ordered only by a read of which it is not known what depends on it.* at a.c:7$" \
  "a reason beside assumed orders"
run "$foretrace" check "$work/unknown.jsonl" --format json
jq -e '.races[0].cause == "recorded"' "$work/out" >/dev/null
report $? "... which is not that the solver gave up"

# Under 'value' a branch on the read keeps its outcome whatever it finds, so that
# its unknown use alone is in the way, which refutes nothing.
cat >"$work/later.jsonl" <<'END'
{"schema":"foretrace-trace/1"}
{"thread":"main","op":"fork","child":"T1"}
{"thread":"main","op":"fork","child":"T2"}
{"thread":"T1","op":"write","pointers":[],"variable":"x","value":1,"operands":[1],"operator":"copy"}
{"thread":"T1","op":"atomic-write","pointers":[],"variable":"f","value":1,"order":"release","initial":0,"operator":"copy","operands":[1]}
{"thread":"T2","op":"atomic-read","pointers":[],"variable":"f","value":1,"order":"acquire","result":"%1"}
{"thread":"T2","op":"local","value":1,"result":"%2","operator":"le","operands":[0,"%1"]}
{"thread":"T2","op":"branch","outcome":1,"operator":"copy","operands":["%2"]}
{"thread":"T2","op":"branch","outcome":1,"concretized":true,"operands":["%1"]}
{"thread":"T2","op":"write","pointers":[],"variable":"x","value":2,"operator":"copy","operands":[2]}
END
run "$foretrace" check "$work/later.jsonl" --format json
jq -e '.races[0] | .verdict == "refuted" and .model == "mcm" and
  .left_open.model == "value"' "$work/out" >/dev/null
report $? "an unknown use behind a known one refutes nothing under value"
sed '/concretized/d' "$work/later.jsonl" >"$work/known.jsonl"
exits 66 "... and without it the pair races" "$foretrace" check "$work/known.jsonl"

exits 66 "cache.std has a race" "$foretrace" check examples/cache.std --format json
jq -e '[.races[] | select(.verdict == "certified") | .pair[].variable] |
  unique == ["hits"]' "$work/out" >/dev/null
report $? "the count is a race"
jq -e '[.races[] | select(.pair[0].variable == "table") | .verdict] |
  length > 0 and all(. == "refuted")' "$work/out" >/dev/null
report $? "the published table is not"
exits 66 "cache.std, text" "$foretrace" check examples/cache.std
! grep -qi "table" "$work/out"
report $? "refuted pairs are only counted"
exits 66 "cache.std, verbose" "$foretrace" check examples/cache.std -v
shows "IMPOSSIBLE IN THIS TRACE" "-v lists refuted pairs"
! grep -qiE "false positive|no races in" "$work/out"
report $? "no verdict about more than the trace"
exits 66 "spin.jsonl has a race" "$foretrace" check examples/spin.jsonl -f json
jq -e '[.races[] | [.pair[0].variable, .verdict]] ==
  [["stat", "certified"], ["x", "refuted"]]' "$work/out" >/dev/null
report $? "a hand-made flag orders what comes before it, and only that"
exits 66 "quiet" "$foretrace" check examples/cache.std -q
[ "$(grep -c certified "$work/out")" -eq 1 ] && ! grep -q '^R' "$work/out"
report $? "-q prints the summary only"

printf 'T1|w(x)|1\nT1|acq(l)|2\nT1|rel(l)|3\n' >"$work/one.std"
exits 0 "no pair" "$foretrace" check "$work/one.std"
shows "None predicted from this trace" "nothing predicted, and it says of what"
exits 0 "no pair, strict" "$foretrace" check "$work/one.std" --strict

exits 66 "standard input" bash -c "'$foretrace' check - <examples/hidden.std"
for tool in gzip zstd; do
  $tool -qc examples/hidden.std >"$work/packed"
  exits 66 "$tool" "$foretrace" check "$work/packed"
done

# JSON
for trace in hidden cache; do
  run "$foretrace" check examples/$trace.std --format json
  cp "$work/out" "$work/$trace.json"
  valid foretrace-results-1 "$work/$trace.json" 2>"$work/err"
  report $? "$trace: the JSON report is of its schema"
  run "$foretrace" check examples/$trace.std --format json
  cmp -s <(without_seconds <"$work/out") <(without_seconds <"$work/$trace.json")
  report $? "$trace: a second run gives the same bytes"
  run "$foretrace" check examples/$trace.std --format json -j 1
  cp "$work/out" "$work/one.json"
  run "$foretrace" check examples/$trace.std --format json -j 2
  cmp -s <(without_seconds <"$work/out") <(without_seconds <"$work/one.json")
  report $? "$trace: -j 1 and -j 2 give the same bytes"
done
jq -e '.races[0] | .id == "R1" and .pair[0].event == 3 and .pair[1].event == 7
  and .verdict == "certified" and .replay == null and .reason == null
  and .pair[0].location == "hidden.c:15" and .instances == 1
  and .unordered_by == ["hybrid", "dc", "wcp"][0:(.unordered_by | length)]' \
  "$work/hidden.json" >/dev/null
report $? "hidden: the race in JSON"
jq -e '(.races | length) == .summary.candidates and
  ([.races[].verdict] | map({certified: 0, undecided: 1, refuted: 2}[.]) |
   . == sort) and [.races[].id] == [range(1; 1 + (.races | length)) | "R\(.)"]' \
  "$work/cache.json" >/dev/null
report $? "cache: certified first, numbered in order"

# Names do not matter, whatever bytes they hold.
sed 's/(x)/(\xff\x1b[31mx)/; s/^T1/T\xc3(/; s/fork(T1)/fork(T\xc3()/; s/join(T1)/join(T\xc3()/' \
  examples/hidden.std >"$work/bytes.std"
exits 66 "names of any bytes" "$foretrace" check "$work/bytes.std"
! grep -q $'\x1b' "$work/out" && iconv -f utf-8 -t utf-8 "$work/out" >/dev/null
report $? "control and invalid bytes are shown harmlessly"
exits 66 "names of any bytes, JSON" "$foretrace" check "$work/bytes.std" --format json
valid foretrace-results-1 "$work/out" 2>"$work/err"
report $? "JSON with any bytes in names is of its schema"

# Witnesses
exits 66 "witness directory" "$foretrace" check examples/cache.std \
  --witness-dir "$work/w" --format json -o "$work/results.json"
n=$(jq .summary.certified "$work/results.json")
[ "$n" -gt 0 ] && [ "$(ls "$work/w" | wc -l)" -eq "$n" ]
report $? "one witness per certified race"
for w in "$work"/w/*.json "$work/results.json"; do
  exits 0 "verify $(basename "$w")" "$foretrace" verify examples/cache.std "$w"
  exits 0 "foretrace-verify $(basename "$w")" \
    "$build/bin/foretrace-verify" examples/cache.std "$w"
done
for w in "$work"/w/*.json; do
  jq '.schedule |= .[1:]' "$w" >"$work/broken.json"
  run "$foretrace" verify examples/cache.std "$work/broken.json"
  [ "$status" -eq 65 ] || [ "$status" -eq 0 ]
  report $? "verify of a shortened schedule decides"
done
jq '.schedule = []' "$work/w/R1.json" >"$work/broken.json"
exits 65 "verify of an empty schedule" \
  "$foretrace" verify examples/cache.std "$work/broken.json"

# Colour and progress
run "$foretrace" check examples/hidden.std --color always
shows $'\x1b\\[1;31mCERTIFIED' "--color always"
run "$foretrace" check examples/hidden.std --color always -o "$work/colored"
grep -q $'\x1b' "$work/colored"
report $? "--color always in a file"
if script -qc true /dev/null >/dev/null 2>&1; then
  run env TERM=xterm script -qc "'$foretrace' check examples/hidden.std" /dev/null
  shows $'\x1b\\[1;31mCERTIFIED' "colour on a terminal"
  run env TERM=xterm NO_COLOR=1 script -qc "'$foretrace' check examples/hidden.std --progress never" /dev/null
  ! grep -q $'\x1b' "$work/out"
  report $? "NO_COLOR is respected"
else
  echo "# no pseudo-terminal to be had: colour on a terminal is not tested"
fi
[ "$test_number" -gt 0 ]
