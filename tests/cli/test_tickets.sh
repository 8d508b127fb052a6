#!/bin/bash
# A ticket that another thread may draw first: the address that depends on it would
# be another one, of which the trace says nothing.  Such a pair is undecided.
. "$(dirname "$0")/lib.sh"

# trace POINTERS: T1 writes x and draws a ticket, T2 draws the next one, writes
# with these pointers, and then x.
trace() {
  local counts='"op":"atomic-rmw","variable":"next","result":"%1","operator":"uadd","operands":["%1",1],"pointers":[],"order":"acq_rel","location":"a.c:1"'
  cat <<EOF
{"thread":"T1","op":"write","variable":"x","value":2,"initial":0,"operator":"copy","operands":[2],"pointers":[],"location":"a.c:2"}
{"thread":"T1",$counts,"value":0,"written":1,"initial":0}
{"thread":"T2",$counts,"value":1,"written":2}
{"thread":"T2","op":"write","variable":"log1","value":2,"initial":0,"operator":"copy","operands":[2],"pointers":$1,"location":"a.c:3"}
{"thread":"T2","op":"write","variable":"x","value":1,"operator":"copy","operands":[1],"pointers":[],"location":"a.c:4"}
{"thread":"T2","op":"branch","size":1,"outcome":1,"operator":"copy","operands":[1],"location":"a.c:5"}
EOF
}

trace '["%1"]' >"$work/index.jsonl"
trace '[]' >"$work/unused.jsonl"

run "$build/bin/foretrace" check --memory-model sc -v "$work/index.jsonl"
shows "0 races certified, 1 undecided, 0 pairs impossible" \
  "a ticket as an address: the pair is undecided"
shows "atomic update whose value is used as an address" \
  "a ticket as an address: the reason says so"
run "$build/bin/foretrace" check --memory-model sc -v "$work/unused.jsonl"
shows "1 race certified" "a ticket that nothing uses: certified"
