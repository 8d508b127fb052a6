#!/bin/bash
# 'foretrace explain': certified, refuted and apart, by every way of asking.
. "$(dirname "$0")/lib.sh"
figures=tests/traces/figures

exits 0 "a certified race" "$foretrace" explain examples/hidden.std R1
shows '^R1  CERTIFIED' "its verdict"
shows "T1's release of l \(event 4\), then T2's acquire of l \(event 5\)" \
  "what hid it"
shows "T2's section of l \(event 5\) now comes before T1's" "what changes"
shows 'T1 +write x  <->  T2  write x' "the schedule"
cp "$work/out" "$work/by_id"
exits 0 "by events" "$foretrace" explain examples/hidden.std 3,7
tail -n +2 "$work/by_id" >"$work/a"
tail -n +2 "$work/out" | cmp -s - "$work/a"
report $? "an id and its events are explained alike"
run "$foretrace" check examples/hidden.std -f json -o "$work/r.json"
exits 0 "by fingerprint" "$foretrace" explain examples/hidden.std \
  "$(jq -r '.races[0].fingerprint' "$work/r.json")"
shows 'CERTIFIED' "a fingerprint finds its race"
exits 0 "from results" "$foretrace" explain examples/hidden.std R1 \
  --results "$work/r.json"
shows 'CERTIFIED' "ids of a report"

exits 0 "a refuted pair" "$foretrace" explain "$figures/vindicator-fig4a.std" 1,13
shows 'IMPOSSIBLE IN THIS TRACE' "its verdict"
shows "1\. T3's read of nVar \(event 10\) returns T2's write of nVar \(event 7\)" \
  "its first step"
exits 0 "one that the solver refutes" "$foretrace" explain \
  "$figures/vindicator-fig4b.std" 0,41
shows 'Without any one of them there is such an order' "its core is minimal"

# A write before a flag; an update with a relaxed order, behind which the other thread
# looks at the flag.  Only all pairs together show what is in the way of a proof.
cat >"$work/way.jsonl" <<'TRACE'
{"schema":"foretrace-trace/1"}
{"thread":"T0","op":"fork","child":"T1","location":"way.c:1"}
{"thread":"T0","op":"fork","child":"T2","location":"way.c:2"}
{"thread":"T1","op":"write","variable":"x0","operands":[],"pointers":[],"location":"way.c:3"}
{"thread":"T1","op":"atomic-rmw","variable":"x3","value":0,"order":"acq_rel","written":1,"result":"r10","operator":"add","operands":["r10",1],"pointers":[],"location":"way.c:4"}
{"thread":"T1","op":"atomic-write","variable":"x1","value":1,"order":"release","operands":[],"pointers":[],"location":"way.c:5"}
{"thread":"T2","op":"acquire","lock":"l0","location":"way.c:6"}
{"thread":"T2","op":"release","lock":"l0","location":"way.c:7"}
{"thread":"T2","op":"atomic-rmw","variable":"x3","value":1,"order":"relaxed","written":2,"result":"r20","operator":"add","operands":["r20",1],"pointers":[],"location":"way.c:8"}
{"thread":"T2","op":"atomic-read","variable":"x3","value":2,"order":"acquire","result":"r23","operands":[],"pointers":[],"location":"way.c:9"}
{"thread":"T2","op":"branch","outcome":1,"operator":"eq","operands":["r23",2],"location":"way.c:10"}
{"thread":"T2","op":"atomic-read","variable":"x1","value":1,"order":"relaxed","result":"r21","operands":[],"pointers":[],"location":"way.c:11"}
{"thread":"T2","op":"branch","outcome":1,"operator":"eq","operands":["r21",1],"location":"way.c:12"}
{"thread":"T2","op":"write","variable":"x0","operands":[],"pointers":[],"location":"way.c:13"}
{"thread":"T0","op":"join","child":"T1","location":"way.c:14"}
{"thread":"T0","op":"join","child":"T2","location":"way.c:15"}
TRACE
exits 0 "a pair that is open under c11" "$foretrace" explain "$work/way.jsonl" \
  2,12 --memory-model c11
shows "its proof needs that the read of 'x3' at way.c:8 synchronises" \
  "what is in the way of its proof"
sed '/x3/s/relaxed/acq_rel/; /x1/s/relaxed/acquire/' "$work/way.jsonl" >"$work/proved.jsonl"
exits 0 "the same without that" "$foretrace" explain "$work/proved.jsonl" 2,12 \
  --memory-model c11
shows 'IMPOSSIBLE' "is proved, as a check proves it"

exits 0 "two places that only read" "$foretrace" explain "$figures/wcp-fig1a.std" 2 6
shows 'both only read' "says so"
exits 0 "two places under a lock" "$foretrace" explain "$figures/wcp-fig1a.std" 3 7
shows ' l' "names the lock"

json() {
  exits 0 "$1 as JSON" "$foretrace" explain "${@:2}" --format json
  cp "$work/out" "$work/j.json"
  valid foretrace-explain-1 "$work/j.json" 2>"$work/err"
  report $? "$1 fits the schema"
}
json "a certified race" examples/hidden.std R1
json "a refuted pair" "$figures/vindicator-fig4a.std" 1,13
json "a core" "$figures/vindicator-fig4b.std" 0,41
json "a common lock" "$figures/wcp-fig1a.std" 3 7
json "two that read" "$figures/wcp-fig1a.std" 2 6
json "fork and join" "$figures/ziptrack-fig2.std" 1 3

printf '%s\n' 'main|fork(T1)|1' 'main|fork(T2)|2' 'T1|acq(a)|3' 'T1|acq(b)|4' \
  'T1|rel(b)|5' 'T1|rel(a)|6' 'T2|acq(b)|7' 'T2|acq(a)|8' 'T2|rel(a)|9' \
  'T2|rel(b)|10' >"$work/cycle.std"
exits 0 "a deadlock" "$foretrace" explain "$work/cycle.std" D1
shows 'T1 holds a at location 3, waits for b at location 4' "who waits for whom"
shows 'T2 +acquire a +waits for T1' "the schedule"
exits 64 "no such deadlock" "$foretrace" explain "$work/cycle.std" D2
says "'D2': a check of this trace numbers 1 deadlocks" "how many there are"
exits 64 "a deadlock in JSON" "$foretrace" explain "$work/cycle.std" D1 -f json
says "check --format json" "where that is"
exits 64 "no such race" "$foretrace" explain examples/hidden.std R9
says "has no such one" "says what there is"
exits 64 "the same event twice" "$foretrace" explain examples/hidden.std 3,3
exits 64 "no such location" "$foretrace" explain examples/hidden.std nowhere.c:1 hidden.c:15
exits 64 "no race named" "$foretrace" explain examples/hidden.std
exits 65 "no such trace" "$foretrace" explain "$work/none.std" R1
printf '{"schema":"foretrace-results/1"' >"$work/torn.json"
exits 65 "torn results" "$foretrace" explain examples/hidden.std R1 --results "$work/torn.json"
exits 69 "a full disk" "$foretrace" explain examples/hidden.std R1 -o /dev/full
