# Files that are written whole or not at all.
. "$(dirname "$0")/lib.sh"

exits 66 "-o FILE" "$foretrace" check examples/hidden.std -f json -o "$work/new.json"
[ ! -s "$work/out" ] && valid foretrace-results-1 "$work/new.json" 2>"$work/err"
report $? "the report is in the file, and nowhere else"
echo old >"$work/old.json"
chmod 640 "$work/old.json"
ln -s old.json "$work/link.json"
exits 66 "-o LINK" "$foretrace" check examples/hidden.std -f json -o "$work/link.json"
[ -L "$work/link.json" ] && [ "$(stat -c %a "$work/old.json")" = 640 ] &&
  valid foretrace-results-1 "$work/old.json" 2>"$work/err"
report $? "a link stays a link, a file keeps its mode"

for command in "check examples/hidden.std" "filter examples/hidden.std" \
  "info examples/hidden.std"; do
  for format in text json; do
    # shellcheck disable=SC2086
    exits 69 "$command, $format, -o /dev/full" \
      "$foretrace" $command --format $format -o /dev/full
    says "/dev/full: .*No space left" "one line that says so"
    exits 69 "$command, $format, full standard output" \
      bash -c "'$foretrace' $command --format $format >/dev/full"
  done
done

# What is open already goes on being written where it is.
for command in "check examples/hidden.std" "filter examples/hidden.std" \
  "info examples/hidden.std" "report $work/new.json"; do
  for path in /dev/stderr /dev/stdout /dev/fd/7 /proc/self/fd/7; do
    # shellcheck disable=SC2086
    {
      echo before >&7
      "$foretrace" $command -o "$path" >&7 2>&7
      echo after >&7
    } 7>"$work/log"
    [ "$(sed -n '1p' "$work/log")" = before ] &&
      [ "$(sed -n '$p' "$work/log")" = after ] &&
      [ "$(wc -l <"$work/log")" -gt 3 ]
    report $? "$command, -o $path: the log is not replaced"
  done
done
exits 69 "-o a descriptor that is not open" \
  "$foretrace" info examples/hidden.std -o /dev/fd/77

[ -c /dev/full ]
report $? "/dev/full is still a device"
exits 69 "-o in no directory" \
  "$foretrace" check examples/hidden.std -o "$work/none/report"
exits 69 "-o a directory" "$foretrace" check examples/hidden.std -o "$work"
echo file >"$work/file"
exits 69 "--witness-dir a file" \
  "$foretrace" check examples/hidden.std --witness-dir "$work/file"
exits 69 "--witness-dir in no directory" \
  "$foretrace" check examples/hidden.std --witness-dir "$work/none/dir"

# A disk that fills up: a file size limit stands in for it.
"$foretrace" info examples/hidden.std >"$work/info"
echo before >"$work/kept"
run bash -c "trap '' XFSZ; ulimit -f 0; '$foretrace' info examples/hidden.std -o '$work/kept'"
[ "$status" -eq 69 ] && [ "$(cat "$work/kept")" = before ]
report $? "a write that fails leaves the old file (exit $status)"
[ -z "$(find "$work" -name '*.tmp')" ]
report $? "no temporary file is left behind"

# Ended by a signal while it writes: it waits for the rest of its input.
# ended SIGNAL NAME: what it wrote until then goes.
ended() {
  mkfifo "$work/pipe"
  (
    yes 'T1|w(x)|1' | head -n 300000
    sleep "$patience"
  ) >"$work/pipe" &
  local feeder=$!
  # Who runs the tests may ignore the signal, as nohup does.
  env --default-signal="$1" "$foretrace" convert --input-format std "$work/pipe" \
    "$work/$2" &
  local pid=$!
  await eval "ls '$work/$2'.*.tmp"
  report $? "$2 is being written"
  kill "-$1" "$pid"
  wait "$pid"
  [ $? -eq $((128 + $(kill -l "$1"))) ]
  report $? "SIG$1 ends it"
  [ -z "$(find "$work" -name "$2*")" ]
  report $? "and what it wrote is gone"
  kill -- "-$feeder"
  rm "$work/pipe"
}
set -m # each job is a process group, which is ended as a whole
ended TERM out.jsonl
ended INT out.ftp
ended HUP out.ftz
set +m
[ "$test_number" -gt 0 ]
