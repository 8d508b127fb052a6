# Known bugs of real programs, made again small: the bug is the first finding of the report,
# with the consequence that its description has.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

programs=(tests/programs/known/*.c tests/programs/known/*.cc)
thin 3
for source in "${programs[@]}"; do
  name=$(basename "$source")
  compiler=$cc
  [ "${name##*.}" = c ] || compiler=$build/bin/foretrace-c++
  "$compiler" -g -pthread "$source" -o "$work/$name.bin" ||
    { echo "not ok - building $name"; exit 1; }
  run "$foretrace" record -q -o "$work/$name.run" -- "$work/$name.bin"
  run "$foretrace" check "$work/$name.run" --consequences --consequence-budget 0
  first=$(grep -m 1 "^R[0-9]" "$work/out")
  echo "$first" | grep -qE "$(sed -n 's/^\/\/ FIRST: //p' "$source")"
  report $? "$name: ${first:0:100}"
done
[ "$test_number" -gt 0 ]
