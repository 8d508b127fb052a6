#!/bin/bash
# Orders by files, pipes and signals: what another schedule may change is not
# impossible but undecided, with the reason; and what only one order allows is
# never certified.
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

# open NAME WORDS: no pair of the program is impossible or certified; the reason
# has the words.
open() {
  "$build/bin/foretrace-cc" -g -O1 -pthread "tests/programs/$1.c" \
    -o "$work/$1.bin" >"$work/out" 2>"$work/err" &&
    run "$foretrace" record -o "$work/$1" -- "$work/$1.bin" &&
    run "$foretrace" check --model "${model:-path}" ${assume:-} --format json \
      "$work/$1"
  jq -e '.summary.refuted == 0 and .summary.certified == 0 and
         .summary.undecided > 0' "$work/out" >/dev/null &&
    grep -q "$2" "$work/out"
  report $? "$1, ${model:-path}: undecided, $2"
}

for model in mcm value path; do
  open pipe_two_senders "taken as recorded, such as at .*, by 'pipe 1'"
  open signal_to_itself_race "taken as recorded, .*'signal SIGUSR1'"
  open pipe_handoff "taken as recorded, .*'pipe 1'"
  open file_handoff "taken as recorded, .*'file handoff[A-Za-z0-9]*'"
done

# The pair of this program stays undecided, too, where uninstrumented code is assumed to
# have no effects: that it is impossible rests on signals that come as recorded.
assume="--assume-unrecorded independent"
for model in mcm value path; do
  open signal_wait_then_flag "signals and the like go as recorded, .*'signal SIGUSR2'"
done
assume=

run "$foretrace" convert "$work/file_handoff" "$work/trace.jsonl"
grep -q '"(system) file ' "$work/trace.jsonl"
report $? "the trace names the file"

# both NAME: T1 writes x, sends, and makes a call of unknown effect; T2 receives, or looks
# at what the call has left, and writes x.
both() {
  {
    printf '{"thread":"main","op":"fork","child":"T%d"}\n' 1 2
    echo '{"thread":"T1","op":"write","variable":"x","value":1,"location":"a.c:1"}'
    for v in '(system) file f' '(assumed) calls of thread 1'; do
      echo "{\"thread\":\"T1\",\"op\":\"atomic-write\",\"variable\":\"$v\",\"location\":\"a.c:2\"}"
    done
    for v in "$@"; do
      echo "{\"thread\":\"T2\",\"op\":\"atomic-read\",\"variable\":\"$v\",\"location\":\"a.c:3\"}"
    done
    echo '{"thread":"T2","op":"branch","location":"a.c:3"}'
    echo '{"thread":"T2","op":"write","variable":"x","value":2,"location":"a.c:4"}'
  } >"$work/both.jsonl"
  run "$foretrace" check --format json "$work/both.jsonl"
}

# Where orders of the system suffice, no others are named, and leaving those out is no help.
both '(system) file f' '(assumed) calls of thread 1'
jq -e '.races[0].cause == "assumed" and (.races[0].reason | contains ("(assumed)") | not) and
       (.races[0].reason | contains ("file f"))' "$work/out" >/dev/null
report $? "orders of the system that suffice are named alone"
both '(assumed) calls of thread 1'
jq -e '.races[0].cause == "assumed" and (.races[0].reason | contains ("independent"))' \
  "$work/out" >/dev/null
report $? "where they do not, what is assumed is named"

# Numbers of descriptors: the kernel gives none that is taken, so that what belongs to
# one is handed on with it.
"$build/bin/foretrace-cc" -g -O1 -pthread tests/programs/descriptor_indexes.c \
  -o "$work/indexes" >"$work/out" 2>"$work/err" &&
  run "$foretrace" record -o "$work/indexes.run" -- "$work/indexes"
for memory_model in sc c11; do
  run "$foretrace" check --model mcm --memory-model $memory_model --format json \
    "$work/indexes.run"
  jq -e '.summary.refuted > 0 and .summary.certified == 0 and .summary.undecided == 0 and
         ([.races[] | select (.title | startswith ("slots"))] | length == 1)' \
    "$work/out" >/dev/null
  report $? "what is kept at the index of a number, $memory_model: impossible"
done

# Not if something closes the number of which there are no records, or if threads do not
# share their numbers.
for model in mcm path; do
  open descriptor_closed_by_number "calls without records"
  open descriptor_own_table "calls without records"
done
