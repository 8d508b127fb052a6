#!/bin/bash
# Models: what the value model adds, what its reports and witnesses say, and
# that nothing changes for traces without operators.
. "$(dirname "$0")/lib.sh"

figure=tests/traces/recipe/figure-1.jsonl

exits 66 "mcm" "$foretrace" check "$figure" --model mcm
shows '^2 races certified, 0 undecided, 1 pair impossible' "two races under mcm"
exits 66 "value" "$foretrace" check "$figure" --model value
shows '^3 races certified' "a third one under value"
exits 66 "path is the default" "$foretrace" check "$figure"
shows '^3 races certified' "a third one when values change"
shows 'all branches go as before, although other values are read' \
  "the schedule says what it keeps"
shows 'T2 *read y .*5 before, 3 here' "the read that changes is named"

run "$foretrace" check "$figure" --format json
cp "$work/out" "$work/results.json"
valid foretrace-results-1 "$work/results.json"
report $? "results fit their schema"
jq -e '[.races[].model] == ["mcm", "mcm", "value"] and
  .races[2].witness.changed == [{event: 6, value: "0x3"}]' \
  "$work/results.json" >/dev/null
report $? "each race names its model, and its witness the changed reads"
exits 0 "the checker accepts all" "$foretrace" verify "$figure" \
  "$work/results.json"
sed 's/"value", "certifier"/"mcm", "certifier"/' "$work/results.json" \
  >"$work/strict.json"
cmp -s "$work/results.json" "$work/strict.json"
[ $? -eq 1 ]
report $? "a claim of the stricter model can be made"
exits 65 "and is rejected" "$foretrace" verify "$figure" "$work/strict.json"

run "$foretrace" check "$figure" --witness-dir "$work/witnesses"
valid foretrace-witness-1 "$work/witnesses/R2.json"
report $? "a witness of its own fits its schema"
exits 0 "and is accepted" "$foretrace" verify "$figure" "$work/witnesses/R2.json"

# An outcome that the operator does not give pins what it is computed from.
sed 's/"outcome":1/"outcome":0/' "$figure" >"$work/other.jsonl"
exits 66 "an operator that does not fit" "$foretrace" check "$work/other.jsonl"
shows '^2 races certified' "is not believed"
sed 's/"operator":"gt",//' "$figure" >"$work/without.jsonl"
exits 66 "no operator" "$foretrace" check "$work/without.jsonl"
shows '^2 races certified' "pins its operands"

# Sides of branches that were not taken.
sides=tests/traces/recipe/figure-4.jsonl
exits 66 "value" "$foretrace" check "$sides" --model value
shows '^3 races certified' "no race on a side under value"
exits 66 "path" "$foretrace" check "$sides"
shows '^4 races certified' "one more on the other side"
shows 'T2 reads x at location 7 *locks held: none' "the access is named"
shows 'the thread went another way' "as not of the run"
shows 'schedule in which 1 branch goes another way' "the schedule says so"
run "$foretrace" check "$sides" --format json
cp "$work/out" "$work/sides.json"
valid foretrace-results-1 "$work/sides.json"
report $? "results fit their schema"
jq -e '[.races[].model] == ["mcm", "mcm", "value", "path"] and
  .races[3].witness.branches == [{event: 7, outcome: "0x0"}]' \
  "$work/sides.json" >/dev/null
report $? "each race names its model, and the branch that turns"
exits 0 "the checker accepts all" "$foretrace" verify "$sides" "$work/sides.json"
sed 's/"path", "certifier"/"value", "certifier"/' "$work/sides.json" \
  >"$work/strict.json"
exits 65 "a claim of the stricter model is rejected" "$foretrace" verify \
  "$sides" "$work/strict.json"
exits 0 "a race on a side is explained" "$foretrace" explain "$sides" R4
shows 'The thread went another way' "what hid it"
run "$foretrace" check "$sides" --witness-dir "$work/sides"
valid foretrace-witness-1 "$work/sides/R4.json"
report $? "a witness of its own fits its schema"
exits 0 "and is accepted" "$foretrace" verify "$sides" "$work/sides/R4.json"
sed 's/"schedule": \[.*\]/"schedule": [0, 1, 2, 3, 6, 7]/' \
  "$work/sides/R4.json" >"$work/other.json"
exits 65 "an event that no path has" "$foretrace" verify "$sides" \
  "$work/other.json"
shows 'is not next on the path of its thread' "is refused"
for format in sarif junit; do
  exits 66 "$format" "$foretrace" check "$sides" --format "$format"
done
exits 0 "packed" "$foretrace" convert "$sides" "$work/sides.ftp"
exits 0 "a packed trace has the sides" "$foretrace" verify "$work/sides.ftp" \
  "$work/sides.json"
exits 65 "compressed" "$foretrace" convert "$sides" "$work/sides.ftz"
says 'event 7 has alternative paths' "compressed traces refuse them"
exits 0 "convert" "$foretrace" convert "$sides" "$work/again.jsonl"
exits 0 "and back" "$foretrace" verify "$work/again.jsonl" "$work/sides.json"
exits 66 "windows" "$foretrace" check "$sides" --window 5
exits 66 "compare" "$foretrace" compare "$sides"

for bad in '"operator":"none"' '"operator":"copy"' '"operator":7' '"size":9' \
  '"size":0'; do
  sed "s/\"operator\":\"gt\"/$bad/" "$figure" >"$work/bad.jsonl"
  exits 65 "$bad" "$foretrace" check "$work/bad.jsonl"
  says 'bad.jsonl:8' "$bad: the line is named"
done

# What a model keeps as recorded is no proof: a read of four bytes of a write of
# eight, before which a branch goes to its other side.
mixed() {
  printf '%s\n' '{"schema":"foretrace-trace/1"}' \
    '{"thread":"main","op":"fork","child":"T1"}' \
    '{"thread":"main","op":"fork","child":"T2"}' \
    '{"thread":"T1","op":"write","address":"0x2000","size":4,"value":2,"operator":"copy","operands":[2],"pointers":[],"location":"a.c:1"}' \
    '{"thread":"T1","op":"acquire","lock":"l"}' \
    "{\"thread\":\"T1\",\"op\":\"write\",\"address\":\"0x1000\",\"size\":$1,\"value\":1,\"initial\":0,\"operator\":\"copy\",\"operands\":[1],\"pointers\":[],\"location\":\"a.c:2\"}" \
    '{"thread":"T1","op":"release","lock":"l"}' \
    '{"thread":"T2","op":"acquire","lock":"l"}' \
    '{"thread":"T2","op":"read","address":"0x1000","size":4,"value":1,"result":"r","pointers":[],"location":"a.c:3"}' \
    '{"thread":"T2","op":"release","lock":"l"}' \
    '{"thread":"T2","op":"local","size":4,"value":0,"result":"c","operator":"eq","operands":["r",0]}' \
    '{"thread":"T2","op":"branch","size":1,"outcome":0,"operator":"copy","operands":["c"],"location":"a.c:4","alternatives":[{"outcome":1,"events":[{"op":"write","address":"0x2000","size":4,"value":3,"operator":"copy","operands":[3],"pointers":[],"location":"a.c:5"}]}]}'
}
# Of two branches on one value, on the path of the first, the second contradicts the first; its
# other side leads to the merge, or is not known.
contradicts() {
  mixed 4 | sed "s/\"events\":\\[/&{\"op\":\"branch\",\"size\":1,\"outcome\":0,\"operator\":\"copy\",\"operands\":[\"c\"]$1},/
    s/}\\]}\\]}\$/}],\"replaces\":0}]}/"
}
contradicts ',"alternatives":[{"outcome":1,"events":[],"replaces":1}]' >"$work/known.jsonl"
exits 0 "a contradiction, and all paths are known" "$foretrace" check "$work/known.jsonl"
shows '^0 races certified, 0 undecided, 1 pair impossible' "proves the pair impossible"
contradicts '' >"$work/cut.jsonl"
exits 0 "a contradiction, and the other side is not known" "$foretrace" check "$work/cut.jsonl" -v
shows '^1 more pair is impossible as recorded, and open where' "leaves the pair open"
shows 'not all paths are known' "and says why"
mixed 4 >"$work/whole.jsonl"
exits 66 "a side that a read of one size leads to" \
  "$foretrace" check "$work/whole.jsonl"
mixed 8 >"$work/mixed.jsonl"
exits 0 "and one of two sizes" "$foretrace" check "$work/mixed.jsonl"
shows '^0 races certified, 0 undecided, 0 pairs impossible' "does not certify"
shows '^1 more pair is impossible as recorded, and open where .*: 1 only as recorded' \
  "and leaves the pair open"
exits 0 "with --strict" "$foretrace" check "$work/mixed.jsonl" --strict
exits 0 "verbose" "$foretrace" check "$work/mixed.jsonl" -v
shows 'mixed-size reads go as recorded' "and says why"
shows 'IMPOSSIBLE UNDER value, OPEN UNDER path' "in its heading, too"
exits 0 "JSON" "$foretrace" check "$work/mixed.jsonl" --format json
jq -e '.summary.left_open == {candidates: 1, causes: {recorded: 1}} and
  .races[0].left_open == {model: "path", cause: "recorded"} and
  .races[0].model == "mcm"' "$work/out" >/dev/null
report $? "names the model that leaves it open"
# What T2 computes of the value is not known: it may do the same with another one.
cat >"$work/unmodelled.jsonl" <<'END'
{"thread":"T1","op":"write","address":"0x10","size":4,"value":1,"initial":0,"operator":"copy","operands":[1],"pointers":[],"location":"a.c:1"}
{"thread":"T1","op":"acquire","lock":"l"}
{"thread":"T1","op":"write","address":"0x20","size":4,"value":3,"initial":0,"operator":"copy","operands":[3],"pointers":[],"location":"a.c:2"}
{"thread":"T1","op":"release","lock":"l"}
{"thread":"T2","op":"acquire","lock":"l"}
{"thread":"T2","op":"read","address":"0x20","size":4,"value":3,"result":"%1","pointers":[],"location":"a.c:3"}
{"thread":"T2","op":"release","lock":"l"}
{"thread":"T2","op":"local","result":"%2","operands":["%1"]}
{"thread":"T2","op":"write","address":"0x30","size":4,"value":6,"initial":0,"operator":"copy","operands":["%2"],"pointers":[],"location":"a.c:4"}
{"thread":"T2","op":"write","address":"0x10","size":4,"value":2,"operator":"copy","operands":[2],"pointers":[],"location":"a.c:5"}
{"thread":"T2","op":"branch","operands":[],"location":"a.c:6"}
END
exits 0 "a write of a value that no operator computes" "$foretrace" check -v --model value "$work/unmodelled.jsonl"
shows 'IMPOSSIBLE UNDER mcm, OPEN UNDER value' "refutes nothing under value"
shows 'as long as computations that no operator describes go as recorded' "and is named"
exits 0 "in a window" "$foretrace" check "$work/whole.jsonl" --window 5
shows 'impossible as recorded, and open .*: 1 by --window' "too"
