# Packed traces: there and back, read by every command, damaged.
. "$(dirname "$0")/lib.sh"

events() {
  grep -v '^#' "$1" | grep .
}

for trace in hidden cache; do
  exits 0 "$trace is packed" \
    "$foretrace" convert examples/$trace.std "$work/$trace.ftp"
  exits 0 "$trace is unpacked" \
    "$foretrace" convert "$work/$trace.ftp" "$work/$trace.std"
  cmp -s <(events examples/$trace.std) <(events "$work/$trace.std")
  report $? "$trace is the same"
  for command in check "filter --order hb" "filter --order wcp --pairs"; do
    run "$foretrace" $command examples/$trace.std
    sed '$d' "$work/out" | sed 's/[0-9.]* s\(, peak .*\)\{0,1\}$//' >"$work/text"
    wanted=$status
    exits "$wanted" "$command of packed $trace" \
      "$foretrace" $command "$work/$trace.ftp"
    cmp -s "$work/text" <(sed '$d' "$work/out" | sed 's/[0-9.]* s\(, peak .*\)\{0,1\}$//')
    report $? "$command says the same of packed $trace"
  done
done
"$foretrace" convert examples/spin.jsonl "$work/spin.jsonl"
exits 0 "every kind is packed" "$foretrace" convert "$work/spin.jsonl" "$work/spin.ftp"
exits 0 "every kind is unpacked" "$foretrace" convert "$work/spin.ftp" "$work/again.jsonl"
cmp -s "$work/spin.jsonl" "$work/again.jsonl"
report $? "JSON lines are the same"
exits 0 "packed to standard output, from standard input" bash -c \
  "'$foretrace' convert examples/hidden.std - --output-format packed |
   '$foretrace' info -"
shows "format packed, 11 events" "it is told by its content"
run "$foretrace" check "$work/hidden.ftp" --witness-dir "$work/witnesses"
exits 0 "a witness of a packed trace holds for the text" \
  "$build/bin/foretrace-verify" examples/hidden.std "$work/witnesses/R1.json"

# 150,000 events are three blocks.
awk 'BEGIN { srand (1); for (i = 0; i < 50000; i++) { t = int (4 * rand ())
  printf "T%d|acq(l)|1\nT%d|w(x%d)|2\nT%d|rel(l)|3\n", t, t, i % 1000, t } }' \
  >"$work/long.std"
exits 0 "a long trace is packed" "$foretrace" convert "$work/long.std" "$work/long.ftp"
exits 0 "info of it" "$foretrace" info "$work/long.ftp"
shows "blocks +3" "info counts blocks"
shows "bytes per event" "info tells bytes per event"
exits 0 "info as JSON" "$foretrace" info "$work/long.ftp" --format json
valid foretrace-info-2 "$work/out"
exits 0 "a long trace is unpacked" "$foretrace" convert "$work/long.ftp" "$work/back.std"
cmp -s "$work/long.std" "$work/back.std"
report $? "it is the same"

# A byte in the middle of the file is in the second block.
size=$(stat -c %s "$work/long.ftp")
cp "$work/long.ftp" "$work/bad.ftp"
printf '\377\376\375' |
  dd of="$work/bad.ftp" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
for command in info "filter --order hb" check "convert - $work/no.std"; do
  exits 65 "$command refuses a damaged block" \
    "$foretrace" ${command/ - / $work/bad.ftp } \
    $([[ $command = convert* ]] || echo "$work/bad.ftp")
  says "bad.ftp: block 1 at byte [0-9]+: damaged" "$command says which"
  says "events 65536 to 131071 are missing \(--lenient reads the rest\)" \
    "$command says what is lost, and what to do"
done
[ ! -e "$work/no.std" ]
report $? "nothing is half written"
exits 0 "--lenient goes on" "$foretrace" info --lenient "$work/bad.ftp"
shows "150000 events" "positions stay"
grep -q "events 65536 to 131071 are missing" "$work/err"
report $? "it says what is missing"
exits 0 "--lenient filters the rest" \
  "$foretrace" filter --order hb --lenient "$work/bad.ftp"
shows "150000 events" "the rest is filtered"

head -c $((size - 10)) "$work/long.ftp" >"$work/cut.ftp"
exits 65 "a cut file" "$foretrace" info "$work/cut.ftp"
says "cut.ftp: block 3 at byte [0-9]+: " "it says where"
exits 0 "a cut file, leniently" "$foretrace" info --lenient "$work/cut.ftp"
shows "150000 events" "all blocks are there"
head -c 32 "$work/long.ftp" >"$work/start.ftp"
exits 65 "a file without a block" "$foretrace" info "$work/start.ftp"
says "all events are missing" "it says that all is missing"
run timeout "$patience" bash -c "(cat '$work/start.ftp'; cat /dev/zero) | '$foretrace' info -"
[ "$status" -eq 65 ]
report $? "damage that never ends is given up"
(cat "$work/long.ftp"; echo) >"$work/more.ftp"
exits 65 "a file with something behind" "$foretrace" info "$work/more.ftp"
says "something follows the index" "it says so"
printf '\211FTP\r\n\032\n\3\0\0\0\0\0\0\0' >"$work/new.ftp"
exits 65 "another version" "$foretrace" info "$work/new.ftp"
says "packed trace of version 3; expected version 2" "it says which"
exits 65 "text that is called packed" \
  "$foretrace" info --input-format packed examples/hidden.std
says "expected the start of a packed trace" "it says so"

# Recorded runs; what is below needs the recorder.
. "$(dirname "$0")/recorder.sh"
cp examples/hidden.c "$work/hidden.c"
build_program hidden
exits 1 "record --trace passes the status on" "$foretrace" record -q -o "$work/run" --trace "$work/run.ftp" -- "$work/hidden"
exits 0 "a packed run is unpacked" "$foretrace" convert "$work/run.ftp" "$work/packed.jsonl"
exits 0 "the run itself" "$foretrace" convert "$work/run" "$work/run.jsonl"
cmp -s "$work/run.jsonl" "$work/packed.jsonl"
report $? "they are the same"
exits 66 "run --trace" "$foretrace" run -n 0 -d "$work/run2" --trace "$work/run2.ftp" -- "$work/hidden"
exits 66 "the trace of a run is checked" "$foretrace" check "$work/run2.ftp"
exits 64 "a format that is not written" "$foretrace" record --trace "$work/run.rr" -- "$work/hidden"
exits 69 "a trace that cannot be written" \
  "$foretrace" record -q -o "$work/run" --trace "$work/none/run.ftp" -- "$work/hidden"
[ "$test_number" -gt 0 ]
