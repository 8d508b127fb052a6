#!/bin/bash
# The independent checker as a program: verdicts, exit codes, what it links.
. "$(dirname "$0")/lib.sh"
verify=$build/bin/foretrace-verify

! ldd "$verify" | grep -q -e libz3 -e libLLVM
report $? "foretrace-verify links no solver"
! nm "$verify" | grep -q -e ' ft_order_' -e ' ft_closure_' -e ' ft_check$'
report $? "foretrace-verify holds no order and no search"

trace=$work/t.std
printf '%s\n' 'T1|acq(l)|1' 'T1|w(x)|2' 'T1|rel(l)|3' \
  'T2|acq(l)|4' 'T2|rel(l)|5' 'T2|w(x)|6' >"$trace"

# witness PAIR SCHEDULE: writes $work/w.json
witness() {
  printf '{"schema":"foretrace-witness/1","trace":{"events":6},"model":"mcm",' \
    >"$work/w.json"
  printf '"pair":%s,"schedule":%s}\n' "$1" "$2" >>"$work/w.json"
}

# prints TEXT WHAT: standard output of the last run is this one line
prints() {
  [ "$(cat "$work/out")" = "$1" ]
  report $? "$2"
}

witness '[1,5]' '[3,4,0]'
exits 0 "a good witness" "$verify" "$trace" "$work/w.json"
valid foretrace-witness-1 "$work/w.json" 2>"$work/err"
report $? "a good witness fits the schema"
prints 'accepted: T1 write x (event 1) <-> T2 write x (event 5), schedule of 3 events' \
  "a good witness is shown in a line"
exits 0 "quiet" "$verify" -q "$trace" "$work/w.json"
prints '' "quiet prints nothing"
exits 0 "as a subcommand" "$foretrace" verify "$trace" "$work/w.json"

witness '[1,5]' '[0,3,4]'
exits 65 "a lock taken twice" "$verify" "$trace" "$work/w.json"
prints 'rejected: T1 write x (event 1) <-> T2 write x (event 5), schedule of 3 events: event 3 (T2 acquire l) takes a lock that T1 holds' \
  "the reason names the event and the holder"
exits 65 "a lock taken twice, as a subcommand" \
  "$foretrace" verify "$trace" "$work/w.json"

witness '[1,5]' '[3,4,0,0]'
exits 65 "a repeated event" "$verify" "$trace" "$work/w.json"
witness '[1,5]' '[3,4]'
exits 65 "a schedule that ends too soon" "$verify" "$trace" "$work/w.json"
witness '[1,5]' '[3,4,99]'
exits 65 "an event out of range" "$verify" "$trace" "$work/w.json"
says "names event 99, but the trace has 6 events" "... with its message"
witness '[1,5]' '[3,4,"0"]'
exits 65 "a wrong type" "$verify" "$trace" "$work/w.json"
says "expected an event position in 'schedule', found a string" \
  "... with its message"
witness '[1,5]' '[3,4,0]'
head -c 90 "$work/w.json" >"$work/cut.json"
exits 65 "a truncated witness" "$verify" "$trace" "$work/cut.json"
says "cut.json:[0-9]+: not JSON" "... with its message"
head -n 5 "$trace" >"$work/other.std"
exits 65 "a witness for another trace" "$verify" "$work/other.std" "$work/w.json"
says "is for a trace of 6 events, but .* has 5" "... with its message"

exits 65 "no such witness" "$verify" "$trace" "$work/none.json"
exits 65 "no such trace" "$verify" "$work/none.std" "$work/w.json"
exits 64 "no arguments" "$verify"
exits 64 "three arguments" "$verify" "$trace" "$work/w.json" more
exits 64 "an unknown option" "$verify" --nonsense "$trace" "$work/w.json"
exits 0 "help" "$verify" --help
grep -q '^Example:' "$work/out"
report $? "help has an example"
"$verify" "$trace" "$work/w.json" >/dev/full 2>"$work/err"
[ $? -eq 69 ]
report $? "a full disk is an error"

# What check certifies, verify accepts.
if run "$foretrace" check --format json -o "$work/r.json" "$trace" &&
  [ "$status" -eq 66 ]; then
  exits 0 "witnesses of a report" "$verify" "$trace" "$work/r.json"
  grep -q '^accepted: R1 ' "$work/out"
  report $? "... with their ids"
  exits 0 "one race of a report" "$verify" "$trace" "$work/r.json" --race R1
  exits 65 "a race that is not there" "$verify" "$trace" "$work/r.json" --race R9
  says "has no race 'R9'" "... with its message"
else
  report 1 "check reports the race of the example"
fi

# A block of the heap that begins where another one still is, and one beside it.
trace=$work/blocks.jsonl
for block in 0x1000 0x1008 0x1010; do
  printf '%s\n' '{"schema":"foretrace-trace/1"}' \
    '{"thread":"main","op":"fork","child":"T1"}' \
    '{"thread":"main","op":"fork","child":"T2"}' \
    '{"thread":"T1","op":"alloc","address":"0x1000","bytes":16}' \
    '{"thread":"T1","op":"write","variable":"x","value":1}' \
    '{"thread":"T1","op":"free","address":"0x1000","bytes":16}' \
    '{"thread":"T1","op":"write","variable":"y","value":1}' \
    "{\"thread\":\"T2\",\"op\":\"alloc\",\"address\":\"$block\",\"bytes\":16}" \
    '{"thread":"T2","op":"write","variable":"x","value":2}' \
    '{"thread":"T2","op":"write","variable":"y","value":2}' >"$trace"
  for early in 0,1,2,6 0,1,6,2; do
    printf '{"schema":"foretrace-witness/1","trace":{},"model":"mcm","pair":[3,7],"schedule":[%s]}' \
      "$early" >"$work/w.json"
    if [ $block = 0x1010 ]; then
      exits 0 "blocks beside each other, $early" "$verify" "$trace" "$work/w.json"
    else
      exits 65 "a block at $block in one that is not freed, $early" \
        "$verify" "$trace" "$work/w.json"
      shows '^rejected: .* comes before the memory of ' "... with its reason"
    fi
  done
  printf '{"schema":"foretrace-witness/1","trace":{},"model":"mcm","pair":[5,8],"schedule":[%s]}' \
    0,1,2,3,4,6,7 >"$work/w.json"
  exits 0 "a block at $block behind the free" "$verify" "$trace" "$work/w.json"
done

# Names that are given out again: two threads may not have the same descriptor,
# or threads the same identifier, at a time, where these are used as values.
given='"variable":"(system) memory given back 0","order":"relaxed"'
numbers='"variable":"(assumed) names of files, descriptors","order":"acq_rel"'
fixed='"op":"branch","operands":["%1"]}'
trace=$work/descriptors.jsonl
printf '%s\n' '{"schema":"foretrace-trace/1"}' \
  '{"thread":"main","op":"fork","child":"T1"}' \
  '{"thread":"main","op":"fork","child":"T2"}' \
  "{\"thread\":\"T1\",\"op\":\"atomic-rmw\",$numbers,\"result\":\"%1\"}" \
  "{\"thread\":\"T1\",$fixed" \
  '{"thread":"T1","op":"write","variable":"x","value":1}' \
  "{\"thread\":\"T1\",\"op\":\"atomic-rmw\",$numbers,\"result\":\"%1\"}" \
  "{\"thread\":\"T1\",$fixed" \
  '{"thread":"T1","op":"write","variable":"y","value":1}' \
  "{\"thread\":\"T2\",\"op\":\"atomic-rmw\",$numbers,\"result\":\"%1\"}" \
  "{\"thread\":\"T2\",$fixed" \
  '{"thread":"T2","op":"write","variable":"x","value":2}' \
  '{"thread":"T2","op":"write","variable":"y","value":2}' >"$trace"
for overlap in 0,1,2,3,8,9 0,1,8,9,2,3; do
  printf '{"schema":"foretrace-witness/1","trace":{},"model":"mcm","pair":[4,10],"schedule":[%s]}' \
    "$overlap" >"$work/w.json"
  exits 65 "a number of a descriptor that is still open, $overlap" \
    "$verify" "$trace" "$work/w.json"
  shows '^rejected: .* names of files, descriptors' "... with its reason"
done
printf '{"schema":"foretrace-witness/1","trace":{},"model":"mcm","pair":[7,11],"schedule":[%s]}' \
  0,1,2,3,4,5,6,8,9,10 >"$work/w.json"
exits 0 "a number that was given back" "$verify" "$trace" "$work/w.json"

trace=$work/identifiers.jsonl
printf '%s\n' '{"schema":"foretrace-trace/1"}' \
  '{"thread":"main","op":"fork","child":"T1"}' \
  '{"thread":"main","op":"fork","child":"T2"}' \
  '{"thread":"T1","op":"fork","child":"T3"}' \
  '{"thread":"T1","op":"write","variable":"x","value":1}' \
  '{"thread":"T1","op":"join","child":"T3"}' \
  "{\"thread\":\"T1\",\"op\":\"atomic-write\",$given,\"operands\":[]}" \
  '{"thread":"T1","op":"write","variable":"y","value":1}' \
  '{"thread":"T2","op":"fork","child":"T4"}' \
  "{\"thread\":\"T2\",\"op\":\"atomic-read\",$given,\"result\":\"%1\"}" \
  "{\"thread\":\"T2\",$fixed" \
  '{"thread":"T2","op":"write","variable":"x","value":2}' \
  '{"thread":"T2","op":"write","variable":"y","value":2}' >"$trace"
printf '{"schema":"foretrace-witness/1","trace":{},"model":"mcm","pair":[3,10],"schedule":[%s]}' \
  0,1,2,7,8,9 >"$work/w.json"
exits 65 "an identifier of a thread that is not joined" \
  "$verify" "$trace" "$work/w.json"
shows '^rejected: .* memory given back 0' "... with its reason"
printf '{"schema":"foretrace-witness/1","trace":{},"model":"mcm","pair":[6,11],"schedule":[%s]}' \
  0,1,2,3,4,5,7,8,9,10 >"$work/w.json"
exits 0 "an identifier that was given back" "$verify" "$trace" "$work/w.json"

# What a swap leaves is computed from what its thread has read: 2 here, from which
# the other thread takes 1, so that its own swap does not find 0.
cat >"$work/swap.jsonl" <<'J'
{"schema":"foretrace-trace/1"}
{"thread":"main","op":"branch","operands":[]}
{"thread":"main","op":"fork","child":"T1"}
{"thread":"main","op":"fork","child":"T2"}
{"thread":"T1","op":"atomic-rmw","address":"0x1004","size":4,"value":0,"order":"seq_cst","written":1,"initial":0,"result":"%1","operator":"uadd","operands":["%1",1],"pointers":[]}
{"thread":"T1","op":"atomic-rmw","address":"0x1004","size":4,"value":1,"order":"seq_cst","written":0,"result":"%2","operator":"usub","operands":["%2",1],"pointers":[]}
{"thread":"T1","op":"atomic-rmw","address":"0x1004","size":4,"value":0,"order":"seq_cst","conditional":true,"written":4294967295,"result":"%3","operator":"eq","operands":[0,4294967295],"pointers":[]}
{"thread":"T1","op":"write","address":"0x1008","size":4,"value":5,"initial":0,"operator":"copy","operands":[5],"pointers":[]}
{"thread":"T1","op":"atomic-write","address":"0x1004","size":4,"value":0,"order":"seq_cst","operator":"copy","operands":[0],"pointers":[]}
{"thread":"T2","op":"atomic-read","address":"0x1004","size":4,"value":0,"order":"seq_cst","result":"%1","pointers":[]}
{"thread":"T2","op":"local","size":4,"value":1,"result":"%2","operator":"gt","operands":["%1",4294967295]}
{"thread":"T2","op":"branch","size":1,"outcome":1,"operator":"copy","operands":["%2"]}
{"thread":"T2","op":"local","size":4,"value":1,"result":"%3","operator":"add","operands":["%1",1]}
{"thread":"T2","op":"local","size":4,"value":0,"result":"%4","operator":"ult","operands":["%3","%1"]}
{"thread":"T2","op":"branch","size":1,"outcome":0,"operator":"copy","operands":["%4"]}
{"thread":"T2","op":"atomic-rmw","address":"0x1004","size":4,"value":0,"order":"seq_cst","conditional":true,"written":1,"result":"%5","operator":"eq","operands":["%1","%3"],"pointers":[]}
{"thread":"T2","op":"read","address":"0x1008","size":4,"value":5,"result":"%6","pointers":[]}
{"thread":"T2","op":"atomic-rmw","address":"0x1004","size":4,"value":1,"order":"seq_cst","written":0,"result":"%7","operator":"usub","operands":["%7",1],"pointers":[]}
{"thread":"main","op":"join","child":"T1"}
{"thread":"main","op":"join","child":"T2"}
J
for model in value path; do
  printf '{"schema":"foretrace-witness/1","trace":{"events":19},"model":"%s","pair":[6,15],"schedule":[%s]}\n' \
    $model 0,1,2,3,8,9,10,11,12,13,14,4,5 >"$work/swap.json"
  exits 65 "$model: a swap that finds something else" "$verify" "$work/swap.jsonl" "$work/swap.json"
  shows '^rejected: .* event 5 [(]T1 atomic-rmw ' "$model: it is refused there"
done
