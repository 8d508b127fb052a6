# Compressed traces: there and back, read by every command, damaged.
. "$(dirname "$0")/lib.sh"

events() {
  grep -v '^#' "$1" | grep .
}

for trace in hidden cache; do
  exits 0 "$trace is compressed" \
    "$foretrace" convert examples/$trace.std "$work/$trace.ftz"
  exits 0 "$trace is expanded" \
    "$foretrace" convert "$work/$trace.ftz" "$work/$trace.std"
  cmp -s <(events examples/$trace.std) <(events "$work/$trace.std")
  report $? "$trace is the same"
  for command in check "filter --order wcp --pairs"; do
    run "$foretrace" $command examples/$trace.std
    sed '$d' "$work/out" | sed 's/[0-9.]* s\(, peak .*\)\{0,1\}$//' >"$work/text"
    wanted=$status
    exits "$wanted" "$command of compressed $trace" \
      "$foretrace" $command "$work/$trace.ftz"
    cmp -s "$work/text" <(sed '$d' "$work/out" | sed 's/[0-9.]* s\(, peak .*\)\{0,1\}$//')
    report $? "$command says the same of compressed $trace"
  done
done
"$foretrace" convert examples/spin.jsonl "$work/spin.jsonl"
exits 0 "every kind is compressed" "$foretrace" convert "$work/spin.jsonl" "$work/spin.ftz"
exits 0 "every kind is expanded" "$foretrace" convert "$work/spin.ftz" "$work/again.jsonl"
cmp -s "$work/spin.jsonl" "$work/again.jsonl"
report $? "JSON lines are the same"
"$foretrace" convert "$work/spin.jsonl" "$work/spin.ftp"
exits 0 "packed traces are compressed" "$foretrace" convert "$work/spin.ftp" "$work/packed.ftz"
cmp -s "$work/spin.ftz" "$work/packed.ftz"
report $? "they are the same compressed trace"
exits 0 "compressed to standard output, from standard input" bash -c \
  "'$foretrace' convert examples/hidden.std - --output-format compressed |
   '$foretrace' info -"
shows "format compressed, 11 events" "it is told by its content"
run "$foretrace" check "$work/hidden.ftz" --witness-dir "$work/witnesses"
exits 0 "a witness of a compressed trace holds for the text" \
  "$build/bin/foretrace-verify" examples/hidden.std "$work/witnesses/R1.json"
exits 0 "the checker reads compressed traces" \
  "$build/bin/foretrace-verify" "$work/hidden.ftz" "$work/witnesses/R1.json"
exits 0 "the checker is told of the format" "$foretrace" verify \
  --input-format compressed "$work/hidden.ftz" "$work/witnesses/R1.json"

# A loop of 100,000 rounds.
awk 'BEGIN { for (i = 0; i < 100000; i++) { t = i % 2
  printf "T%d|acq(l)|1\nT%d|r(x)|2\nT%d|w(x)|3\nT%d|rel(l)|4\n", t, t, t, t } }' \
  >"$work/long.std"
exits 0 "a loop is compressed" "$foretrace" convert "$work/long.std" "$work/long.ftz"
size=$(stat -c %s "$work/long.ftz")
[ "$size" -lt 300 ]
report $? "a loop takes no space ($size bytes)"
exits 0 "info of it" "$foretrace" info "$work/long.ftz"
shows "format compressed, 400000 events" "info counts events"
shows "rules +[12]$" "info counts rules"
shows "events per item +[34]" "info tells the ratio"
shows "acquire +100000" "info counts kinds"
shows "400000 +100.0 % +50000  location 1, location 2, location 3, location 4" \
  "info lists the rules that repeat most"
exits 0 "info as JSON" "$foretrace" info "$work/long.ftz" --format json
valid foretrace-info-2 "$work/out"
exits 0 "a loop is expanded" "$foretrace" convert "$work/long.ftz" "$work/back.std"
cmp -s "$work/long.std" "$work/back.std"
report $? "it is the same"

# A check of a long loop expands its beginning; what races there is certified
# with the positions of the whole trace.
grep -v '^T0|rel\|^T0|acq' "$work/long.std" >"$work/racy.std"
"$foretrace" convert "$work/racy.std" "$work/racy.ftz"
exits 0 "nothing races in a locked loop" "$foretrace" check "$work/long.ftz"
shows "Looked at the first 65536 of 400000 events" "it says how far it looked"
shows "None predicted from this trace" "and that this is all"
exits 66 "a loop without locks races" "$foretrace" check "$work/racy.ftz" \
  --witness-dir "$work/early"
shows "^1 race certified, 1 undecided, 0 pairs impossible" "as in the whole"
shows "Looked at the first 65536 of 300000 events" "in the beginning"
shows "at least [0-9]+ pairs of events" "instances are a lower bound"
exits 0 "the witness holds for the trace" \
  "$build/bin/foretrace-verify" "$work/racy.ftz" "$work/early/R1.json"
exits 0 "and for the text, expanded" \
  "$build/bin/foretrace-verify" "$work/racy.std" "$work/early/R1.json"
valid foretrace-witness-1 "$work/early/R1.json"
exits 65 "not for a trace that is shorter" \
  "$build/bin/foretrace-verify" examples/hidden.std "$work/early/R1.json"
says "is for a trace of 65536 events, but .* has 11" "it says so"
exits 66 "results of a beginning" "$foretrace" check "$work/racy.ftz" \
  --format json -o "$work/early.json"
valid foretrace-results-1 "$work/early.json"
grep -q '"events": *300000.*"expanded": *65536' "$work/early.json"
report $? "they say how much was expanded"
exits 0 "the results hold" "$foretrace" verify "$work/racy.ftz" "$work/early.json"
run "$foretrace" check "$work/racy.std"
sed '$d' "$work/out" | sed 's/[0-9.]* s\(, peak .*\)\{0,1\}$//' >"$work/text"
exits 66 "the whole, if asked for" "$foretrace" check "$work/racy.ftz" --expand all
cmp -s "$work/text" <(sed '$d' "$work/out" | sed 's/[0-9.]* s\(, peak .*\)\{0,1\}$//')
report $? "it is what the text gives"

# What is impossible takes the whole trace.
{ echo 'M|w(y)|8'; echo 'M|fork(T0)|6'; echo 'M|fork(T1)|7'; cat "$work/long.std"
  echo 'T1|w(y)|8'; echo 'T0|acq(m)|9'; echo 'T0|w(z)|10'; echo 'T0|rel(m)|11'
  echo 'T1|acq(m)|12'; echo 'T1|rel(m)|13'; echo 'T1|r(x)|14'; echo 'T0|w(x)|15'
} >"$work/late.std"
"$foretrace" convert "$work/late.std" "$work/late.ftz"
run "$foretrace" check "$work/late.std"
sed '$d' "$work/out" | sed 's/[0-9.]* s\(, peak .*\)\{0,1\}$//' >"$work/text"
wanted=$status
exits "$wanted" "what is late is found" "$foretrace" check "$work/late.ftz"
cmp -s "$work/text" <(sed '$d' "$work/out" | sed 's/[0-9.]* s\(, peak .*\)\{0,1\}$//')
report $? "as in the text"
exits 68 "but not in the beginning" \
  "$foretrace" check "$work/late.ftz" --strict --expand 1000
shows "Only the first 1000 of 400011 events were looked at" "it says so"
shows "more pairs? of locations may race, but not in them" "and what is missing"
exits 68 "as JSON" "$foretrace" check "$work/late.ftz" --strict --expand 1000 \
  --format json -o "$work/late.json"
valid foretrace-results-1 "$work/late.json"
grep -q '"unreached": *[1-9]' "$work/late.json"
report $? "with the number"
exits 0 "as JUnit XML" "$foretrace" check "$work/late.ftz" --expand 5 \
  --format junit -o "$work/late.xml"
grep -q 'tests="1" .*skipped="1"' "$work/late.xml" &&
  grep -q '<skipped message="reading stopped after 5 events (limit)"' "$work/late.xml"
report $? "the suite does not pass as if nothing were there"
exits 0 "as SARIF" "$foretrace" check "$work/late.ftz" --expand 5 \
  --format sarif -o "$work/late.sarif"
grep -q 'Not everything was looked at: reading stopped after 5 events' "$work/late.sarif"
report $? "a notification says so"
exits 64 "a number of events that is none" "$foretrace" check "$work/late.ftz" --expand x
says "a number of events, or 'all'" "it says what is expected"

# Where the closest instance of a race is behind the beginning, the whole numbers
# the races in another order.
{ printf 'M|fork(T0)|20\nM|fork(T1)|21\n'
  awk 'BEGIN { for (i = 0; i < 30000; i++) {
    printf "T0|w(x)|1\nM|r(k)|7\nM|r(k)|7\nM|r(k)|7\nT1|w(x)|2\n"
    printf "T0|w(y)|3\nM|r(k)|7\nM|r(k)|7\nT1|w(y)|4\nM|r(k)|7\n" } }'
  printf 'M|r(k)|7\nT0|w(x)|1\nT1|w(x)|2\n'; } >"$work/order.std"
"$foretrace" convert "$work/order.std" "$work/order.ftz"
exits 66 "two races" "$foretrace" check "$work/order.ftz"
shows "^R1  data race on 'x'" "in the order of the beginning"
exits 0 "the first is explained" "$foretrace" explain "$work/order.ftz" R1
shows "write of x \(event 2\) at location 1" "as it was numbered"
exits 0 "the first is suppressed" "$foretrace" suppress "$work/order.ftz" R1
shows "data race on 'x'" "as it was numbered"
exits 66 "two races of the whole" "$foretrace" check "$work/order.std"
shows "^R1  data race on 'y'" "in its order"

# Nothing in common: several blocks.
awk 'BEGIN { srand (1); for (i = 0; i < 1100000; i++)
  printf "T%d|%s(x%d)|%d\n", 8 * rand (), rand () < 0.5 ? "r" : "w",
    1000 * rand (), 100 * rand () }' >"$work/noise.std"
exits 0 "noise is compressed" "$foretrace" convert "$work/noise.std" "$work/noise.ftz"
exits 0 "info of noise" "$foretrace" info "$work/noise.ftz"
shows "blocks +2" "there are two blocks"
exits 0 "noise is expanded" "$foretrace" convert "$work/noise.ftz" "$work/back.std"
cmp -s "$work/noise.std" "$work/back.std"
report $? "it is the same"

size=$(stat -c %s "$work/noise.ftz")
cp "$work/noise.ftz" "$work/bad.ftz"
printf '\377\376\375' |
  dd of="$work/bad.ftz" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
for command in info "filter --order wcp" check "convert - $work/no.std"; do
  exits 65 "$command refuses a damaged block" \
    "$foretrace" ${command/ - / $work/bad.ftz } \
    $([[ $command = convert* ]] || echo "$work/bad.ftz")
  says "bad.ftz: block [01] at byte [0-9]+: damaged" "$command says which"
done
[ ! -e "$work/no.std" ]
report $? "nothing is half written"
head -c $((size - 10)) "$work/noise.ftz" >"$work/cut.ftz"
exits 65 "a cut file" "$foretrace" info "$work/cut.ftz"
says "cut.ftz: block 2 at byte [0-9]+: the file ends after [0-9]+ bytes" "it says where"
(cat "$work/noise.ftz"; echo) >"$work/more.ftz"
exits 65 "a file with something behind" "$foretrace" info "$work/more.ftz"
says "something follows the end" "it says so"
printf '\211FTZ\r\n\032\n\3\0\0\0\0\0\0\0' >"$work/new.ftz"
exits 65 "another version" "$foretrace" info "$work/new.ftz"
says "compressed trace of version 3; expected version 2" "it says which"
exits 65 "text that is called compressed" \
  "$foretrace" info --input-format compressed examples/hidden.std
says "expected the start of a compressed trace" "it says so"
exits 64 "a format that is not written" "$foretrace" convert examples/hidden.std "$work/x.rr"
says "std, jsonl, packed or compressed" "it says which are"

# Recorded runs; what is below needs the recorder.
. "$(dirname "$0")/recorder.sh"
cp examples/hidden.c "$work/hidden.c"
build_program hidden
exits 1 "record --trace passes the status on" "$foretrace" record -q -o "$work/run" --trace "$work/run.ftz" -- "$work/hidden"
exits 0 "a compressed run is expanded" "$foretrace" convert "$work/run.ftz" "$work/compressed.jsonl"
exits 0 "the run itself" "$foretrace" convert "$work/run" "$work/run.jsonl"
cmp -s "$work/run.jsonl" "$work/compressed.jsonl"
report $? "they are the same"
exits 66 "run --trace" "$foretrace" run -n 0 -d "$work/run2" --trace "$work/run2.ftz" -- "$work/hidden"
exits 66 "the trace of a run is checked" "$foretrace" check "$work/run2.ftz"

# A recorded loop repeats, though each round has values, locals and constants of
# its own.
cat >"$work/rounds.c" <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum, seen[64];
static void *add (void *arg) {
  for (int i = 0; i < 2000; i++) {
    pthread_mutex_lock (&m);
    sum += i;
    seen[i % 64]++;
    pthread_mutex_unlock (&m);
  }
  return arg;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, 0, add, 0);
  add (0);
  return pthread_join (t, 0);
}
C
build_program rounds
exits 0 "record a loop" "$foretrace" record -q -o "$work/loop" \
  --trace "$work/loop.ftz" -- "$work/rounds"
"$foretrace" convert "$work/loop" "$work/loop.jsonl"
"$foretrace" convert "$work/loop.ftz" "$work/again.jsonl"
cmp -s "$work/loop.jsonl" "$work/again.jsonl"
report $? "a recorded loop is the same"
"$foretrace" convert "$work/loop" "$work/loop.ftp"
"$foretrace" convert "$work/loop.ftp" "$work/again.jsonl"
cmp -s "$work/loop.jsonl" "$work/again.jsonl"
report $? "so is it packed: details last while their events are to come"
"$foretrace" info "$work/loop.ftz" >"$work/out"
items=$(awk '$1 == "items" { print $2 }' "$work/out")
[ "$items" -lt 2000 ]
report $? "a recorded loop is a few rules ($items items)"
[ "$test_number" -gt 0 ]
