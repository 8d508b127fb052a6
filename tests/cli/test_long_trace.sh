#!/bin/bash
# Traces of which only the first events are held: two passes over the file say what
# else there is.  '--expand N' makes any trace a long one.
. "$(dirname "$0")/lib.sh"

# A race at once, many sections without one, and what 'late' adds.
{
  echo 'M|fork(T0)|1'; echo 'M|fork(T1)|2'
  echo 'T0|w(x)|3'; echo 'T1|w(x)|4'
  for i in $(seq 2000); do
    echo "T$((i % 2))|acq(l)|5"; echo "T$((i % 2))|w(s)|6"
    echo "T$((i % 2))|r(s)|7"; echo "T$((i % 2))|rel(l)|8"
  done
} >"$work/early.std"
{ cat "$work/early.std"; echo 'T0|w(y)|9'; echo 'T1|w(y)|10'; } >"$work/late.std"

# verdicts: of the report in $work/out, without times and numbers of instances.
verdicts() {
  sed -n 's/ (at least [0-9]* pairs of events)//; s/ ([0-9]* pairs of events)//
    /CERTIFIED/p' "$work/out"
}

for format in std jsonl ftp; do
  for name in early late; do
    [ $format = std ] ||
      "$foretrace" convert "$work/$name.std" "$work/$name.$format"
    exits 66 "$name.$format, the whole" "$foretrace" check "$work/$name.$format"
    verdicts >"$work/$name.wanted"
  done
  exits 66 "$format: the beginning is enough" \
    "$foretrace" check "$work/early.$format" --strict --expand 100
  shows "Looked at the first 100 of 8004 events: the rest has no other pairs" \
    "$format: it says so"
  verdicts | diff "$work/early.wanted" -
  report $? "$format: with the same verdicts"
  exits 66 "$format: it is not enough" \
    "$foretrace" check "$work/late.$format" --strict --expand 100
  shows "Only the first 100 of 8006 events were looked at" "$format: it says that"
  shows "1 more pair of locations may race, but not in them" "$format: what is missing"
  exits 66 "$format: as much as there is" \
    "$foretrace" check "$work/late.$format" --strict --expand 8006
  verdicts | diff "$work/late.wanted" -
  report $? "$format: it is the whole"
done

exits 66 "with witnesses" "$foretrace" check "$work/early.ftp" --expand 100 \
  --witness-dir "$work/w" --format json -o "$work/early.json"
valid foretrace-results-1 "$work/early.json"
grep -q '"expanded": *100' "$work/early.json"
report $? "JSON says how much was looked at"
exits 0 "they are of the whole trace" "$foretrace" verify "$work/early.ftp" "$work"/w/*.json
exits 0 "and R1 is explained" "$foretrace" explain "$work/early.ftp" R1

# Locks in a cycle, at the end, take as much as may be held.
{ cat "$work/early.std"; echo 'T0|acq(a)|11'; echo 'T0|acq(b)|12'
  echo 'T0|rel(b)|13'; echo 'T0|rel(a)|14'; echo 'T1|acq(b)|15'
  echo 'T1|acq(a)|16'; echo 'T1|rel(a)|17'; echo 'T1|rel(b)|18'
} >"$work/cycle.std"
exits 66 "a cycle of locks behind the beginning" \
  "$foretrace" check "$work/cycle.std" --strict --expand 100
shows "Only the first 100 of 8012" "is no end of the search"

# Errors behind the beginning are errors.
{ cat "$work/late.std"; echo 'T0|wrong(y)|19'; } >"$work/bad.std"
exits 65 "a damaged end" "$foretrace" check "$work/bad.std" --expand 100
says "bad.std:8007: " "it says where"
: >"$work/empty.std"
exits 65 "no events" "$foretrace" check "$work/empty.std" --expand 100
exits 65 "no file" "$foretrace" check "$work/none.std" --expand 100
exits 66 "a pipe is read as a whole" \
  bash -c '"$1" check - --input-format std --expand 100 <"$2"' - "$foretrace" \
  "$work/late.std"
verdicts | diff "$work/late.wanted" -
report $? "with all its verdicts"
exits 68 "no time" "$foretrace" check "$work/late.std" --strict --expand 100 -b 0.000001
