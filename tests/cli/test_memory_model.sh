#!/bin/bash
# Races as C and C++ define them: relaxed atomics, plain flags and volatile hand
# nothing on under c11, while release and acquire, fences and the library do.
. "$(dirname "$0")/lib.sh"

# ---- traces ----

# trace NAME STORE LOAD: x is written, f is stored and loaded, x is written.
trace() {
  cat >"$work/$1.jsonl" <<END
{"schema":"foretrace-trace/1"}
{"op":"write","thread":"T1","variable":"x","location":"a.c:1"}
{"op":"atomic-write","thread":"T1","variable":"f","value":1,"order":"$2","location":"a.c:2"}
{"op":"atomic-read","thread":"T2","variable":"f","value":1,"order":"$3","location":"a.c:3"}
{"op":"write","thread":"T2","variable":"x","location":"a.c:4"}
END
}

# check NAME MODEL STATUS PATTERN
check() {
  run "$foretrace" check -v --memory-model "$2" "$work/$1.jsonl"
  [ "$status" -eq "$3" ] && grep -q -e "$4" "$work/out"
  report $? "$1 under $2: $4"
}

trace relaxed relaxed relaxed
trace half release relaxed
trace passed release acquire
check relaxed sc 0 '0 races certified, 0 undecided, 1 pair impossible'
check relaxed c11 66 '1 race certified'
check relaxed c11 66 "^  T1's relaxed store to f (a.c:2) does not synchronise with T2's relaxed load (a.c:3); memory_order_release / acquire would$"
check half c11 66 'synchronise with .*; memory_order_acquire would$'
check passed c11 0 '0 races certified, 0 undecided, 1 pair impossible'

# lines NAME LINE...: a trace of "THREAD OP VARIABLE ORDER" or "THREAD fence ORDER", at
# a.c:1 and so on.
lines() {
  local name=$1 i=0 thread op variable order
  shift
  echo '{"schema":"foretrace-trace/1"}' >"$work/$name.jsonl"
  for i in "$@"; do
    read -r thread op variable order <<<"$i"
    if [ "$op" = fence ]; then
      echo "{\"op\":\"fence\",\"thread\":\"$thread\",\"order\":\"$variable\""
    else
      echo "{\"op\":\"$op\",\"thread\":\"$thread\",\"variable\":\"$variable\"${order:+,\"order\":\"$order\"}"
    fi | sed "s/\$/,\"location\":\"a.c:$(wc -l <"$work/$name.jsonl")\"}/" >>"$work/$name.jsonl"
  done
}

# Who reads a relaxed update would synchronise with the store before it.
lines behind_update 'T1 write x' 'T1 atomic-write f relaxed' \
  'T2 atomic-rmw f relaxed' 'T3 atomic-read f acquire' 'T3 write x'
check behind_update c11 66 "^  T1's relaxed store to f (a.c:2) does not synchronise with T3's acquire load (a.c:4); memory_order_release would$"
# The first access is itself the store.
lines own_store 'T1 atomic-write f relaxed' 'T2 atomic-read f acquire' 'T2 write f'
check own_store c11 66 "^  T1's relaxed store to f (a.c:1) does not synchronise with T2's acquire load (a.c:2); memory_order_release would$"
# A counter is between them, too, but another store is half of what orders them.
lines counted 'T1 write x' 'T1 atomic-write f relaxed' 'T1 atomic-rmw n relaxed' \
  'T2 atomic-read f acquire' 'T2 atomic-rmw n relaxed' 'T2 write x'
check counted c11 66 "^  T1's relaxed store to f (a.c:2) does not synchronise with T2's acquire load (a.c:4); memory_order_release would$"
# A fence that counts needs no second order, one at another place does.
lines fence_first 'T1 write x' 'T1 fence release' 'T1 atomic-write f relaxed' \
  'T2 atomic-read f relaxed' 'T2 write x'
check fence_first c11 66 "^  T1's relaxed store to f (a.c:3), behind a fence (a.c:2), does not synchronise with T2's relaxed load (a.c:4); memory_order_acquire would$"
lines fence_second 'T1 write x' 'T1 atomic-write f relaxed' 'T1 fence release' \
  'T2 atomic-read f relaxed' 'T2 fence acquire' 'T2 write x'
check fence_second c11 66 "^  T1's relaxed store to f (a.c:2) does not synchronise with T2's relaxed load (a.c:4), before a fence (a.c:5); memory_order_release would$"
lines fence_early 'T1 fence release' 'T1 write x' 'T1 atomic-write f relaxed' \
  'T2 fence acquire' 'T2 atomic-read f relaxed' 'T2 write x'
check fence_early c11 66 "^  T1's relaxed store to f (a.c:3) does not synchronise with T2's relaxed load (a.c:5); memory_order_release / acquire would$"
run "$foretrace" check --memory-model c11 --format json -o "$work/fence.json" \
  "$work/fence_first.jsonl"
valid foretrace-results-1 "$work/fence.json" 2>"$work/err" &&
  jq -e '.races[0].unsynchronized | map(.fence) == [1, null]' "$work/fence.json" \
    >>"$work/err"
report $? "JSON has the fence"
run "$foretrace" check --memory-model c11 --shard 1/1 --format json -o "$work/fence.json" \
  "$work/fence_first.jsonl"
run "$foretrace" merge "$work/fence_first.jsonl" "$work/fence.json"
grep -q 'behind a fence (a.c:2), does not' "$work/out"
report $? "a merged report has the fence"

run "$foretrace" check --memory-model c11 --format json --witness-dir "$work/w" \
  -o "$work/c11.json" "$work/relaxed.jsonl"
valid foretrace-results-1 "$work/c11.json" 2>"$work/err" &&
  valid foretrace-witness-1 "$work/w/R1.json" 2>>"$work/err"
report $? "results and witness are of their schemas"
jq -e '.options.memory_model == "c11" and .races[0].memory_model == "c11" and
       (.races[0].unsynchronized | map(.event)) == [1, 2]' \
  "$work/c11.json" >"$work/err"
report $? "JSON names the model and what does not synchronise"
for verify in "$foretrace verify" "$build/bin/foretrace-verify"; do
  $verify "$work/relaxed.jsonl" "$work/c11.json" >"$work/out" 2>"$work/err" &&
    $verify "$work/relaxed.jsonl" "$work/w/R1.json" >>"$work/out" 2>>"$work/err"
  report $? "$(basename "${verify%% *}") accepts"
done
sed 's/[0-9a-f]\{16\}/DIGEST/;s/, "digest": "DIGEST"//' "$work/w/R1.json" \
  >"$work/R1.json"
run "$foretrace" verify "$work/passed.jsonl" "$work/R1.json"
[ "$status" -eq 65 ] && grep -q 'event 0 .* happens before event 3' "$work/out"
report $? "the checker refuses what is ordered"

# C11 has the second store in the release sequence of the first one, C++20 has not.
sed '3{p;s/release/relaxed/;s/"value":1/"value":2/}
  4s/"value":1/"value":2/' "$work/passed.jsonl" >"$work/own.jsonl"
echo '{"op":"branch","thread":"T2","location":"a.c:4"}' >"$work/branch"
sed -i "4r $work/branch" "$work/own.jsonl"
check own c11 0 '0 races certified, 1 undecided'
check own c11 0 'a release sequence orders them that in C++20 ends at a later store'

# ---- alternative paths ----

# branching NAME: the lines of a trace.
branching() {
  cat >"$work/$1.jsonl"
}

# T1 might have seen the flag, and then writes what T2 has written: no pair of the run.
branching flag_unseen <<END
{"schema":"foretrace-trace/1"}
{"thread":"T1","op":"atomic-read","address":"0x10","size":4,"value":0,"order":"relaxed","initial":0,"result":"%1","pointers":[],"location":"a.c:1"}
{"thread":"T1","op":"branch","size":1,"outcome":1,"operator":"eq","operands":["%1",0],"alternatives":[{"outcome":0,"events":[{"op":"write","address":"0x20","size":4,"value":2,"initial":0,"operator":"copy","operands":[2],"pointers":[],"location":"a.c:2"}],"replaces":0}],"location":"a.c:1"}
{"thread":"T2","op":"write","address":"0x20","size":4,"value":1,"initial":0,"operator":"copy","operands":[1],"pointers":[],"location":"a.c:3"}
{"thread":"T2","op":"atomic-write","address":"0x10","size":4,"value":1,"order":"relaxed","operator":"copy","operands":[1],"pointers":[],"location":"a.c:4"}
END
check flag_unseen sc 0 '1 pair impossible in this trace'
[ "$(grep -c 'impossible as recorded, and open' "$work/out")" -eq 0 ]
report $? "flag_unseen under sc: nothing is open"
check flag_unseen c11 66 '1 race certified'
check flag_unseen c11 66 "^  T2's relaxed store to 0x10 (a.c:4) does not synchronise with T1's relaxed load (a.c:1)"
check flag_unseen rc11 66 '1 race certified'
run "$foretrace" check --memory-model c11 --format json --witness-dir "$work/p" \
  -o "$work/path.json" "$work/flag_unseen.jsonl"
valid foretrace-results-1 "$work/path.json" 2>"$work/err" &&
  valid foretrace-witness-1 "$work/p/R1.json" 2>>"$work/err" &&
  jq -e '.model == "path" and .memory_model == "c11" and (.schedule | last) == 4' \
    "$work/p/R1.json" >>"$work/err" &&
  "$build/bin/foretrace-verify" "$work/flag_unseen.jsonl" "$work/path.json" \
    >"$work/out" &&
  "$build/bin/foretrace-verify" "$work/flag_unseen.jsonl" "$work/p/R1.json" \
    >>"$work/out"
report $? "a witness under c11 on an alternative path is verified"
run "$foretrace" explain --memory-model c11 "$work/flag_unseen.jsonl" R1
grep -q '^What does not order them under c11' "$work/out"
report $? "explain: what does not order flag_unseen"

# Where the flag is acquired by a fence on the alternative path there is no race.
sed 's/"events":\[/&{"op":"fence","order":"acquire","location":"a.c:2"},/
  $s/relaxed/release/' "$work/flag_unseen.jsonl" >"$work/flag_fenced.jsonl"
check flag_fenced c11 0 '1 more pair is impossible as recorded, and open .*: 1 not impossible under c11 by a proof'
run "$foretrace" explain --memory-model c11 "$work/flag_fenced.jsonl" R1
grep -q 'is no proof' "$work/out" && ! grep -q 'every order' "$work/out"
report $? "explain: nothing is said of flag_fenced under c11"
check flag_fenced rc11 0 '1 more pair is impossible as recorded, and open .*: 1 not impossible under c11 by a proof'
sed 's/"op":"fence","order":"acquire"/"op":"fence","order":"release"/' \
  "$work/flag_fenced.jsonl" >"$work/flag_misfenced.jsonl"
check flag_misfenced c11 66 '1 race certified'
"$foretrace" convert "$work/flag_fenced.jsonl" "$work/flag_fenced.ftp" 2>"$work/err" &&
  "$foretrace" convert "$work/flag_fenced.ftp" "$work/again.jsonl" 2>>"$work/err" &&
  grep -q '"events":\[{[^}]*"fence"[^}]*"acquire"' "$work/again.jsonl"
report $? "a fence on an alternative path is in packed traces"
sed 's/relaxed/seq_cst/' "$work/flag_unseen.jsonl" >"$work/flag_passed.jsonl"
check flag_passed c11 0 '1 pair impossible in this trace'
[ "$(grep -c 'impossible as recorded, and open' "$work/out")" -eq 0 ]
report $? "flag_passed under c11: nothing is open"

# One of two instances of the pair is on an alternative path.
branching lock_again <<END
{"schema":"foretrace-trace/1"}
{"thread":"T1","op":"atomic-rmw","address":"0x10","size":4,"value":0,"written":1,"order":"acquire","initial":0,"result":"%1","pointers":[],"operator":"copy","operands":[1],"location":"a.c:1"}
{"thread":"T1","op":"branch","size":1,"outcome":0,"operator":"copy","operands":["%1"],"alternatives":[{"outcome":1,"events":[{"op":"atomic-rmw","address":"0x10","size":4,"value":0,"written":1,"order":"acquire","operator":"copy","operands":[1],"result":"%2","pointers":[],"location":"a.c:1"},{"op":"branch","size":1,"outcome":0,"operator":"copy","operands":["%2"],"location":"a.c:1"},{"op":"write","address":"0x20","size":4,"value":1,"initial":0,"operator":"copy","operands":[1],"pointers":[],"location":"a.c:2"}]}],"location":"a.c:1"}
{"thread":"T1","op":"write","address":"0x20","size":4,"value":1,"initial":0,"operator":"copy","operands":[1],"pointers":[],"location":"a.c:2"}
{"thread":"T1","op":"atomic-write","address":"0x10","size":4,"value":0,"order":"release","operator":"copy","operands":[0],"pointers":[],"location":"a.c:3"}
{"thread":"T2","op":"atomic-rmw","address":"0x10","size":4,"value":0,"written":1,"order":"acquire","initial":0,"result":"%1","pointers":[],"operator":"copy","operands":[1],"location":"a.c:1"}
{"thread":"T2","op":"branch","size":1,"outcome":0,"operator":"copy","operands":["%1"],"location":"a.c:1"}
{"thread":"T2","op":"write","address":"0x20","size":4,"value":1,"initial":0,"operator":"copy","operands":[1],"pointers":[],"location":"a.c:2"}
{"thread":"T2","op":"atomic-write","address":"0x10","size":4,"value":0,"order":"release","operator":"copy","operands":[0],"pointers":[],"location":"a.c:3"}
END
check lock_again c11 0 '1 more pair is impossible as recorded, and open .*: 1 not impossible under c11 by a proof'
shows 'IMPOSSIBLE UNDER mcm, OPEN UNDER value' "its heading"

# T2's compare-and-swap fails, and would succeed if it came first: in every order in
# which it fails, T1's write happens before the read.  A relaxed load is in the way of the
# argument about all pairs, so that nothing is known of the orders in which it succeeds.
branching swap_failed <<END
{"schema":"foretrace-trace/1"}
{"thread":"T1","op":"write","address":"0x20","size":4,"value":1,"initial":0,"operator":"copy","operands":[1],"pointers":[],"location":"a.c:1"}
{"thread":"T1","op":"atomic-rmw","address":"0x10","size":4,"value":0,"order":"seq_cst","conditional":true,"written":1,"initial":0,"result":"%1","operator":"eq","operands":[0,1],"pointers":[],"location":"a.c:2"}
{"thread":"T1","op":"write","address":"0x30","size":4,"value":1,"initial":0,"operator":"copy","operands":[1],"pointers":[],"location":"a.c:3"}
{"thread":"T2","op":"atomic-read","address":"0x10","size":4,"value":1,"order":"seq_cst","result":"%1","pointers":[],"location":"a.c:4"}
{"thread":"T2","op":"branch","size":4,"outcome":0,"operator":"eq","operands":["%1",0],"location":"a.c:4"}
{"thread":"T2","op":"atomic-read","address":"0x14","size":4,"value":0,"order":"relaxed","initial":0,"result":"%2","pointers":[],"location":"a.c:7"}
{"thread":"T2","op":"branch","size":4,"outcome":1,"operator":"eq","operands":["%2",0],"location":"a.c:7"}
{"thread":"T2","op":"read","address":"0x20","size":4,"value":1,"result":"%3","pointers":[],"location":"a.c:5"}
{"thread":"T3","op":"atomic-write","address":"0x14","size":4,"value":0,"order":"relaxed","operator":"copy","operands":[0],"pointers":[],"location":"a.c:8"}
{"thread":"T3","op":"write","address":"0x30","size":4,"value":7,"operator":"copy","operands":[7],"pointers":[],"location":"a.c:6"}
END
check swap_failed c11 66 '^R2  pair on .0x20. .* IMPOSSIBLE UNDER mcm, OPEN UNDER value$'
shows 'happens before the other in every order with both in which reads return what they returned; with reads that may return something else it stays open' \
  "the reason is about the orders in which it fails"
run "$foretrace" explain "$work/swap_failed.jsonl" a.c:1 a.c:5 --memory-model c11
shows 'a.c:1 and a.c:5  IMPOSSIBLE UNDER mcm$' "explain has the same heading"
shows 'both in which reads return what they returned, one happens before the other' "and the same reason"

# ---- execution graphs ----

# flagged STORE LOAD: Dekker's test.  T1 is inside while f is 1; then T2 finds 0, which f
# was at first, too.
flagged() {
  cat >"$work/flagged-$1.jsonl" <<END
{"schema":"foretrace-trace/1"}
{"op":"atomic-read","thread":"T1","variable":"f","value":0,"order":"$2","location":"a.c:1"}
{"op":"atomic-write","thread":"T1","variable":"f","value":1,"order":"$1","location":"a.c:2"}
{"op":"atomic-read","thread":"T1","variable":"g","value":0,"order":"$2","location":"a.c:3"}
{"op":"write","thread":"T1","variable":"x","location":"a.c:4"}
{"op":"atomic-write","thread":"T1","variable":"f","value":0,"order":"$1","location":"a.c:5"}
{"op":"atomic-write","thread":"T2","variable":"g","value":1,"order":"$1","location":"a.c:6"}
{"op":"atomic-read","thread":"T2","variable":"f","value":0,"order":"$2","location":"a.c:7"}
{"op":"write","thread":"T2","variable":"x","location":"a.c:8"}
END
}

flagged release acquire
flagged seq_cst seq_cst
check flagged-release sc 0 '0 races certified, 0 undecided, 1 pair impossible'
check flagged-release c11 0 '0 races certified, 0 undecided, 1 pair impossible'
check flagged-release rc11 66 '1 race certified'
check flagged-release rc11 66 "^  T2's acquire load of f (a.c:7) may return the initial value, which is older than T1's release store (a.c:5): no order forbids it"
check flagged-seq_cst rc11 0 '0 races certified, 0 undecided, 1 pair impossible'
sed '/"a.c:1"/d' "$work/flagged-release.jsonl" >"$work/unknown.jsonl"
check unknown rc11 0 '0 races certified, 1 undecided'

# A message through one word has no weak executions; with a second word, or an object,
# that is not known.
branching message <<END
{"schema":"foretrace-trace/1"}
{"op":"write","thread":"T1","variable":"x","location":"a.c:1"}
{"op":"atomic-write","thread":"T1","variable":"f","value":1,"order":"release","location":"a.c:2"}
{"op":"atomic-read","thread":"T2","variable":"f","value":1,"order":"acquire","location":"a.c:3"}
{"op":"write","thread":"T2","variable":"x","location":"a.c:4"}
END
sed '$a{"op":"atomic-read","thread":"T2","variable":"g","order":"acquire","location":"a.c:5"}' \
  "$work/message.jsonl" >"$work/message_words.jsonl"
sed '$a{"op":"sem-post","thread":"T2","semaphore":"s","location":"a.c:5"}' \
  "$work/message.jsonl" >"$work/message_object.jsonl"
check message rc11 0 '0 races certified, 0 undecided, 1 pair impossible'
check message_words c11 0 '0 races certified, 0 undecided, 1 pair impossible'
check message_words rc11 0 '0 races certified, 1 undecided'
check message_object rc11 0 '0 races certified, 1 undecided'

# A word that is updated and no more, by operations that acquire and release, is no
# second one; it is if they are weaker, or may fail.
# updated NAME MEMBERS
updated() {
  sed "\$a{\"op\":\"atomic-rmw\",\"thread\":\"T1\",\"variable\":\"c\",$2,\"location\":\"a.c:5\"}" \
    "$work/message.jsonl" | sed "\$a{\"op\":\"atomic-rmw\",\"thread\":\"T2\",\"variable\":\"c\",$2,\"location\":\"a.c:6\"}" \
    >"$work/$1.jsonl"
}
updated updated_both '"order":"acq_rel"'
updated updated_seq_cst '"order":"seq_cst"'
updated updated_acquire '"order":"acquire"'
updated updated_swaps '"order":"acq_rel","conditional":true'
check updated_both rc11 0 '0 races certified, 0 undecided, 1 pair impossible'
check updated_seq_cst rc11 0 '0 races certified, 0 undecided, 1 pair impossible'
check updated_acquire rc11 0 '0 races certified, 1 undecided'
check updated_swaps rc11 0 '0 races certified, 1 undecided'

run "$foretrace" check --memory-model rc11 --format json --witness-dir "$work/g" \
  -o "$work/rc11.json" "$work/flagged-release.jsonl"
valid foretrace-results-1 "$work/rc11.json" 2>"$work/err" &&
  valid foretrace-witness-1 "$work/g/R1.json" 2>>"$work/err"
report $? "results and witness of a graph are of their schemas"
jq -e '.races[0] | .memory_model == "rc11" and .witness.reads == [[6, null]]' \
  "$work/rc11.json" >"$work/err"
report $? "JSON names the load and what it returns"
"$build/bin/foretrace-verify" "$work/flagged-release.jsonl" "$work/rc11.json" >"$work/out" &&
  "$build/bin/foretrace-verify" "$work/flagged-release.jsonl" "$work/g/R1.json" >>"$work/out"
report $? "foretrace-verify accepts the graph"

# graph CHANGE PATTERN: the witness after a change is refused.
graph() {
  jq "$1" "$work/g/R1.json" >"$work/changed.json"
  run "$foretrace" verify "$work/flagged-release.jsonl" "$work/changed.json"
  [ "$status" -eq 65 ] && grep -q -e "$2" "$work/out" "$work/err"
  report $? "refused: $2"
}

graph 'del (.reads)' 'event 3 .* happens before event 7'
graph '.reads = [[6, 4]]' 'event 3 .* happens before event 7'
graph '.reads = [[6, 3]]' 'reads from event 3 (T1 write x)'
graph '.reads = [[6, 1]]' 'but in the trace it read from'
graph '.reads = [[6, null], [0, 4]]' 'cannot return'
graph '.reads = [[6, null], [6, null]]' 'twice'
graph '.reads = [[7, null]]' 'no atomic read'
graph '.reads = [[6, 99]]' 'event 99, but the trace has 8'
graph '.reads = [[6]]' 'expected 2 events in each'
graph '.reads = 4' "expected an array as 'reads', found an integer"
graph '.reads = [4]' "expected arrays in 'reads', found an integer"
graph '.memory_model = "c11"' 'needs "rc11"'
graph '.model = "value" | del (.reads)' 'event 3 .* happens before event 7'
graph '.model = "path" | del (.reads)' 'event 3 .* happens before event 7'
graph '.modification_orders = [[4, 1]]' 'coherence forbids'
graph '.modification_orders = [[1]]' "lists 1 writes of 'f'"
graph '.modification_orders = [[1, 3]]' 'does not fit'
graph '.modification_orders = [[1, 6]]' 'no write of the schedule'

for part in 1 2; do
  "$foretrace" check --memory-model rc11 --shard $part/2 --format json \
    -o "$work/part$part.json" "$work/flagged-release.jsonl" >"$work/out" 2>"$work/err"
done
run "$foretrace" merge "$work/flagged-release.jsonl" "$work/part1.json" "$work/part2.json"
[ "$status" -eq 66 ] && grep -q '1 race certified' "$work/out"
report $? "merge takes graphs"

# sections SECOND: two sections order the writes of x as recorded, and nothing in
# another order if the flag does not.
sections() {
  cat >"$work/sections-$1.jsonl" <<END
{"schema":"foretrace-trace/1"}
{"op":"write","thread":"T1","variable":"x","location":"a.c:1"}
{"op":"acquire","thread":"T1","lock":"m","location":"a.c:2"}
{"op":"release","thread":"T1","lock":"m","location":"a.c:3"}
{"op":"atomic-write","thread":"T1","variable":"f","value":1,"order":"$1","location":"a.c:4"}
{"op":"acquire","thread":"T2","lock":"m","location":"a.c:5"}
{"op":"release","thread":"T2","lock":"m","location":"a.c:6"}
{"op":"atomic-read","thread":"T2","variable":"f","value":1,"order":"acquire","location":"a.c:7"}
{"op":"branch","thread":"T2","location":"a.c:7"}
{"op":"write","thread":"T2","variable":"x","location":"a.c:8"}
END
}

sections relaxed
sections release
check sections-relaxed c11 66 'happens before the other in the schedule below'
check sections-relaxed c11 66 "^  T1's relaxed store to f (a.c:4) does not .*; memory_order_release would"
check sections-release c11 0 '0 races certified, 0 undecided, 1 pair impossible'
run "$foretrace" check --memory-model c11 --format json -o "$work/c11.json" \
  "$work/sections-relaxed.jsonl"
"$build/bin/foretrace-verify" "$work/sections-relaxed.jsonl" "$work/c11.json" \
  >"$work/out" 2>"$work/err"
report $? "another order than the recorded one is verified"

run "$foretrace" explain --memory-model c11 "$work/sections-relaxed.jsonl" R1
[ "$status" -eq 0 ] && grep -q "^What does not order them under c11$" "$work/out" &&
  grep -q "T1's relaxed store to f .*; memory_order_release would.$" "$work/out" &&
  grep -q "T1's section of m (event 1) now comes before\|T2's section of m (event 4) now comes before" "$work/out"
report $? "explain says what does not order them and what another order changes"
run "$foretrace" explain --memory-model c11 --format json \
  "$work/sections-relaxed.jsonl" 0,8
valid foretrace-explain-1 "$work/out" &&
  jq -e '.pairs[0].memory_model == "c11"' "$work/out" >"$work/err"
report $? "explain, JSON"
run "$foretrace" explain --memory-model c11 "$work/sections-release.jsonl" 0,8
grep -q 'about accesses that are next at the same time (sc)' "$work/out"
report $? "explain says of which model a proof is"

# What "auto" stands for: c11 if the atomic events have orders, all of them.
sed 's/"order":"[a-z]*",//' "$work/relaxed.jsonl" >"$work/orderless.jsonl"
sed '4s/"order":"[a-z]*",//' "$work/relaxed.jsonl" >"$work/partly.jsonl"
sed '3,4d' "$work/relaxed.jsonl" >"$work/plain.jsonl"
for case in relaxed:c11 passed:c11 orderless:sc partly:sc plain:sc; do
  for model in auto "${case#*:}"; do
    "$foretrace" check --memory-model "$model" --format json \
      "$work/${case%:*}.jsonl" 2>>"$work/err" |
      jq 'del (.. | .seconds?, .cpu_seconds?, .cost?, .stages?, .budget?)' \
        >"$work/$model.json"
  done
  jq -e --arg m "${case#*:}" '.options.memory_model == $m' "$work/auto.json" \
    >"$work/err" &&
    [ "$(jq -c '[.races[] | [.verdict, .pair, .memory_model, .reason]]' \
      "$work/auto.json")" = "$(jq -c \
        '[.races[] | [.verdict, .pair, .memory_model, .reason]]' \
        "$work/${case#*:}.json")" ]
  report $? "auto is ${case#*:} of atomic events: ${case%:*}"
done
run "$foretrace" explain --memory-model auto "$work/sections-relaxed.jsonl" R1
[ "$status" -eq 0 ] && grep -q "^What does not order them under c11$" "$work/out"
report $? "explain with auto"

# counted NAME SECTIONS LOOK LATE: two threads write x, count and pass a message
# (unless there are sections, which order the writes as recorded); T2 looks at the
# count before it writes, or the main thread behind the joins.
counted() {
  local rest='"pointers":[],"location"' T=1 n=0
  {
    echo '{"schema":"foretrace-trace/1"}'
    echo '{"op":"fork","thread":"M","child":"T1","location":"a.c:1"}'
    echo '{"op":"fork","thread":"M","child":"T2","location":"a.c:2"}'
    for T in T1 T2; do
      [ $T = T1 ] &&
        echo "{\"op\":\"write\",\"thread\":\"T1\",\"variable\":\"x\",\"operands\":[],$rest:\"a.c:3\"}"
      [ -n "$2" ] && for op in acquire release; do
        echo "{\"op\":\"$op\",\"thread\":\"$T\",\"lock\":\"m\",\"location\":\"a.c:4\"}"
      done
      echo "{\"op\":\"atomic-rmw\",\"thread\":\"$T\",\"variable\":\"f\",\"value\":$n,\"written\":$((++n)),\"order\":\"relaxed\",\"result\":\"%1\",\"operator\":\"uadd\",\"operands\":[\"%1\",1],$rest:\"a.c:5\"}"
      [ "$T$2" = T1 ] &&
        echo "{\"op\":\"atomic-write\",\"thread\":\"T1\",\"variable\":\"g\",\"value\":1,\"order\":\"release\",\"operands\":[],$rest:\"a.c:6\"}"
    done
    [ -n "$2" ] || look T2 g 1
    [ -z "$3" ] || look T2 f 2
    echo "{\"op\":\"write\",\"thread\":\"T2\",\"variable\":\"x\",\"operands\":[],$rest:\"a.c:8\"}"
    echo '{"op":"join","thread":"M","child":"T1","location":"a.c:9"}'
    echo '{"op":"join","thread":"M","child":"T2","location":"a.c:9"}'
    [ -z "$4" ] || look M f 2
  } >"$work/$1.jsonl"
}

# look THREAD VARIABLE VALUE: prints a read that a branch depends on.
look() {
  cat <<END
{"op":"atomic-read","thread":"$1","variable":"$2","value":$3,"order":"acquire","result":"%2","pointers":[],"location":"a.c:7"}
{"op":"local","thread":"$1","result":"%3","operator":"eq","operands":["%2",$3],"value":1,"location":"a.c:7"}
{"op":"branch","thread":"$1","outcome":1,"operands":["%3"],"operator":"copy","location":"a.c:7"}
END
}

counted unseen '' '' ''
counted printed '' '' yes
counted seen sections yes ''
check unseen c11 0 '0 races certified, 0 undecided, 1 pair impossible'
check printed c11 0 '0 races certified, 0 undecided, 1 pair impossible'
check seen sc 0 '0 races certified, 0 undecided, 1 pair impossible'
check seen c11 66 "^  T1's relaxed update to f (a.c:5) does not synchronise with T2's relaxed update"

for format in html svcomp perfetto sarif junit list; do
  run "$foretrace" check --memory-model c11 --format $format \
    -o "$work/report.$format" "$work/relaxed.jsonl"
  [ "$status" -eq 66 ]
  report $? "$format"
done
for format in html sarif junit; do
  sed "s/&apos;/'/g" "$work/report.$format" | grep -q "T1's relaxed store to f .*; memory_order_release / acquire would"
  report $? "$format says what does not synchronise"
done
for k in 1 2; do
  run "$foretrace" check --memory-model c11 --shard $k/2 --format json \
    -o "$work/s$k.json" "$work/relaxed.jsonl"
done
run "$foretrace" merge --format json "$work/relaxed.jsonl" "$work/s1.json" \
  "$work/s2.json"
jq -e '.races[0].verdict == "certified" and .races[0].memory_model == "c11"' \
  "$work/out" >"$work/err"
report $? "shards are merged"
for k in 1 2; do
  jq '(.races[] | select (.unsynchronized) | .unsynchronized[0].event) = 0' \
    "$work/s$k.json" >"$work/w$k.json"
done
run "$foretrace" merge "$work/relaxed.jsonl" "$work/s1.json" "$work/s2.json"
grep -q "^  T1's relaxed store to f (a.c:2) does not synchronise with" "$work/out"
report $? "with what does not synchronise"
run "$foretrace" merge "$work/relaxed.jsonl" "$work/w1.json" "$work/w2.json"
[ "$status" -eq 65 ] && grep -q "a write and a read of it as 'unsynchronized'" "$work/err"
report $? "what is no read of the write is refused"

# ---- programs ----

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

# program NAME PATTERN
program() {
  FT_BUILD=$build tests/programs/built "tests/programs/$1" "$work/$1.bin" \
    >"$work/out" 2>"$work/err" &&
    "$foretrace" record -o "$work/$1" -- "$work/$1.bin" >"$work/out" \
      2>"$work/err"
  run "$foretrace" check -v --memory-model c11 "$work/$1"
  grep -q -e "$2" "$work/out"
  report $? "$1: $2"
}

# weak NAME: the races that it states as WEAK are certified and confirmed.
weak() {
  FT_BUILD=$build FT_RUN="--memory-model c11" FT_REPLAYS=1 tests/programs/try \
    "tests/programs/$1" >"$work/out" 2>"$work/err"
  report $? "$1 under c11"
}

weak message_sequence_ended.c
weak message_fence_late.c
weak last_reference_relaxed.c
weak mutex_trylock_as_flag.c
weak compare_exchange_too_late.c
weak message_volatile.c
weak dekker_relaxed.c
program last_reference_acq_rel.c '^0 races certified, 0 undecided'
program message_sequence.c '^0 races certified, 0 undecided'
program message_relaxed.c \
  "T1's relaxed store to ready (message_relaxed.c:14:3) does not synchronise with T2's relaxed load (message_relaxed.c:19:"
run "$foretrace" run --memory-model c11 -n 1 --format json -d "$work/ran" -- \
  "$work/message_relaxed.c.bin"
[ "$status" -eq 66 ] && jq -e '.races[0].memory_model == "c11" and
  .races[0].replay.reached == 1' "$work/out" >"$work/err"
report $? "run: a race of c11 is confirmed by the clocks of the replay"
run "$foretrace" replay --memory-model c11 -n 1 "$work/ran" R1
[ "$status" -eq 0 ] && grep -q 'R1 reached: always (1 of 1)' "$work/out"
report $? "replay: a race of c11"
run "$foretrace" replay --memory-model auto -n 1 "$work/ran" R1
[ "$status" -eq 0 ] && grep -q 'R1 reached: always (1 of 1)' "$work/out"
report $? "replay with auto"
run "$foretrace" explain --memory-model c11 "$work/ran" R1
command=$(sed -n 's/^replay: foretrace //p' "$work/out")
eval "run \"\$foretrace\" $command -n 1"
[ "$status" -eq 0 ] && grep -q 'R1 reached: always (1 of 1)' "$work/out"
report $? "explain prints the command that replays it: $command"
FT_BUILD=$build FT_REPLAYS=1 tests/programs/try tests/programs/message_plain_flag.c \
  >"$work/out" 2>"$work/err"
report $? "data behind a plain flag is a race by default"
program message_volatile.c "T1's plain write to ready .*; atomic accesses with"
program message_release_acquire.c '^0 races certified, 0 undecided'
program message_fences.c '^0 races certified, 0 undecided'
program count_down.c '^0 races certified, 0 undecided'

# More pairs of events than are looked at one by one, with a race in the way of the
# proof for all of them: the reason names it.
{
  printf 'T0|fork(T1)|1\nT0|fork(T2)|2\n'
  for _ in {1..30}; do echo 'T1|w(D)|10'; done
  printf 'T1|acq(L)|11\nT1|w(G)|12\nT1|rel(L)|13\nT1|w(F)|3\nT2|r(F)|4\n'
  printf 'T2|acq(L)|14\nT2|r(G)|15\nT2|rel(L)|16\n'
  for _ in {1..30}; do echo 'T2|r(D)|20'; done
} >"$work/way.std"
run "$foretrace" check -v --memory-model c11 "$work/way.std"
grep -q '^1 race certified, 0 undecided, 1 pair impossible' "$work/out"
report $? "a pair that does not rest on a racy read is impossible"
run "$foretrace" check -v --memory-model rc11 "$work/way.std"
grep -q "needs that the pair 3 <-> 4 on 'F' is no race, which is certified: mend" \
  "$work/out"
report $? "an undecided pair names the race that is in the way of its proof"
# A racy read shows which section of a lock comes first, and the lock is what orders:
# nothing is read in the second section.
{
  printf 'T0|fork(T1)|1\nT0|fork(T2)|2\n'
  printf 'T1|w(D)|10\nT1|acq(L)|11\nT1|rel(L)|12\nT1|w(F)|3\nT2|r(F)|4\n'
  printf 'T2|acq(L)|13\nT2|rel(L)|14\nT2|r(D)|20\n'
} >"$work/shown.std"
run "$foretrace" check -v --memory-model c11 "$work/shown.std"
grep -q '^1 race certified, 0 undecided, 1 pair impossible' "$work/out"
report $? "sections whose order a racy read shows order what is around them"
sed 's/^T2|acq.*/T2|r(E)|13/; /^T2|rel/d' "$work/shown.std" >"$work/hidden.std"
run "$foretrace" check -v --memory-model c11 "$work/hidden.std"
grep -q '^2 races certified, 0 undecided' "$work/out"
report $? "without the second section they race"
grep -v '(F)' "$work/way.std" >"$work/free.std"
run "$foretrace" check -v --memory-model c11 "$work/free.std"
[ "$status" -eq 0 ] && grep -q '1 pair impossible' "$work/out"
report $? "without that race the pair is impossible"
