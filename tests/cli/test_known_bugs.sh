# Known bugs of real programs, made again small: the bug is the first finding of the report, of
# the kind that its description has. What is predicted to fail comes before the races; the first
# race is then that of the bug, with the consequence that was seen.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

programs=(tests/programs/known/*.c tests/programs/known/*.cc)
thin 3

# first SOURCE WORD PATTERN: the first line of the report that matches is what the source states.
first() {
  local line wanted
  wanted=$(sed -n "s/^\/\/ $2: //p" "$1")
  [ -n "$wanted" ] || return 0
  line=$(grep -m 1 "$3" "$work/out")
  echo "$line" | grep -qE "$wanted"
  report $? "$(basename "$1"): ${line:0:100}"
}

for source in "${programs[@]}"; do
  name=$(basename "$source")
  compiler=$cc
  [ "${name##*.}" = c ] || compiler=$build/bin/foretrace-c++
  "$compiler" -g -pthread "$source" -o "$work/$name.bin" ||
    { echo "not ok - building $name"; exit 1; }
  run "$foretrace" record -q -o "$work/$name.run" -- "$work/$name.bin"
  run "$foretrace" check "$work/$name.run" --consequences --consequence-budget 0
  grep -q "^// FIRST: " "$source"
  report $? "$name states its first finding"
  first "$source" FIRST "^[RDF][0-9]"
  first "$source" RACE "^R[0-9]"
done
[ "$test_number" -gt 0 ]
