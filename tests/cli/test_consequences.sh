# What a race does: the kind of a race in all formats, and continuations in both
# orders.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

cp tests/programs/use_after_free.c "$work/uaf.c"
build_program uaf
run "$foretrace" record -o "$work/uaf.run" -- "$work/uaf"
report "$status" "recorded"

# ---- the kind of a race ------------------------------------------------------

exits 66 "text" "$foretrace" check "$work/uaf.run"
shows "^R1  use after free on 'node->value' " "a race with a free is a use after free"
exits 66 "list" "$foretrace" check "$work/uaf.run" --format list
shows "use after free on 'node->value' with " "in a list"
exits 66 "JSON" "$foretrace" check "$work/uaf.run" --format json
valid foretrace-results-1 "$work/out" 2>"$work/err"
report $? "results fit their schema"
holds "$work/out" '[r["kind"] for r in d["races"]] == ["use-after-free"]' "in JSON"
exits 66 "SARIF" "$foretrace" check "$work/uaf.run" --format sarif
holds "$work/out" '(lambda run: [(r["ruleId"],
  run["tool"]["driver"]["rules"][r["ruleIndex"]]["id"], r["message"]["text"][:14])
  for r in run["results"]] ==
  [("use-after-free", "use-after-free", "Use after free")])(d["runs"][0])' "a rule of its own in SARIF"
exits 66 "JUnit" "$foretrace" check "$work/uaf.run" --format junit
shows '<failure type="use-after-free"' "in JUnit"
exits 66 "HTML" "$foretrace" check "$work/uaf.run" --format html
shows '"use after free on .node->value' "in HTML"

# ---- two frees of the recorded run -------------------------------------------

cp tests/programs/double_free.c "$work/twice.c"
build_program twice
(ulimit -c 0; run "$foretrace" record -o "$work/twice.run" -- "$work/twice")
exits 66 "two frees" "$foretrace" check "$work/twice.run"
shows '^CRASH: the recorded run was ended by SIGABRT .* in T[12], outside of its recorded functions$' "the recorded run aborts"
shows '^  R1 has a free by T[12], whose functions had returned$' "and the race is named there"
shows "^R1  double free of 'heap block of twice.c:23:11' \(in 24 bytes of the heap\\)  CERTIFIED" "a double free"
[ "$(grep -cE '^  T[12] frees 24 bytes ' "$work/out")" = 2 ]
report $? "both accesses free the block"
shows 'T1  free  <->  T2  free' "and so do both ends of the schedule"
exits 66 "JSON" "$foretrace" check "$work/twice.run" --format json --witness-dir "$work/twice.w"
holds "$work/out" '[(r["kind"], [a["op"] for a in r["pair"]]) for r in d["races"]] == [
  ("double-free", ["free", "free"])] and d["trace"]["signal"]["races"] == ["R1"]' "in JSON"
exits 0 "the checker accepts the schedule" "$build/bin/foretrace-verify" "$work/twice.run" "$work/twice.w/R1.json"
exits 66 "SARIF" "$foretrace" check "$work/twice.run" --format sarif
holds "$work/out" '"double-free" in [r["ruleId"] for r in d["runs"][0]["results"]]' "in SARIF"
exits 66 "JUnit" "$foretrace" check "$work/twice.run" --format junit
shows '<failure type="double-free"' "in JUnit"
exits 66 "HTML" "$foretrace" check "$work/twice.run" --format html
shows '"double free of .heap block' "in HTML"
for order in 1,2 2,1; do
  exits 0 "order $order" "$foretrace" replay "$work/twice.run" R1 --order $order --continue
  shows "Memory error: T${order#*,} freed again a block of 24 bytes at .*twice.c:1[27]:.* that T${order%,*} had freed" \
    "frees the block again"
done

# ---- continuations -----------------------------------------------------------

exits 0 "the use first" "$foretrace" replay "$work/uaf.run" R1 --continue
shows "T1 writes at .*uaf.c:13:.*, then T2 frees at .*uaf.c:18" "in the order of the report"
shows "The program's end: exit status 0" "ends well"
! grep -q "Memory error" "$work/out"
report $? "and no memory error"
exits 0 "the free first" "$foretrace" replay "$work/uaf.run" R1 --order 2,1 --continue
shows "T2 frees at .*uaf.c:18:.*, then T1 writes at .*uaf.c:13" "in the other order"
shows "Memory error: T1 wrote into a block of 40 bytes at .*uaf.c:13:.* that T2 had freed at .*uaf.c:18:" \
  "uses freed memory, with both places"
exits 0 "--order alone" "$foretrace" replay "$work/uaf.run" R1 --order 2,1 -n 3
shows 'always \(3 of 3\)' "is confirmed"

cat >"$work/pointer.c" <<'C'
#include <pthread.h>
#include <stdio.h>
static int value, *pointer = &value;
static void *use (void *a) {
  *pointer = 3;
  return a;
}
static void *clear (void *a) {
  pointer = NULL;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, use, 0);
  pthread_create (&u, 0, clear, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  puts ("the end");
  return value;
}
C
build_program pointer
run "$foretrace" record -o "$work/pointer.run" -- "$work/pointer"
exits 0 "the read first" "$foretrace" replay "$work/pointer.run" R1 --order 1,2 --continue -n 1
shows "^the end" "the program's output is seen"
shows "The program's end: exit status 3" "with its exit status"
exits 0 "the write first" "$foretrace" replay "$work/pointer.run" R1 --order 2,1 --continue
shows "The program's end: SIGSEGV .Segmentation fault. in T1 at pointer.c:5" "crashes"
shows "^    #0 use  pointer.c:5" "with the stack"
exits 0 "JSON" "$foretrace" replay "$work/pointer.run" R1 --order 2,1 --continue -f json
valid foretrace-replay-1 "$work/out" 2>"$work/err"
report $? "fits its schema"
holds "$work/out" '(d["ended"]["by"], d["ended"]["signal"], d["continuations"][0]["first"],
  [f["function"] for f in d["continuations"][0]["stack"]]) == ("signal", 11, 2, ["use"])' \
  "has the end and the stack"

cat >"$work/waits.c" <<'C'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void *wait (void *a) {
  if (!ready) {
    pthread_mutex_lock (&lock);
    pthread_cond_wait (&changed, &lock);
    pthread_mutex_unlock (&lock);
  }
  return a;
}
static void *notify (void *a) {
  pthread_cond_broadcast (&changed);
  ready = 1;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&u, 0, notify, 0);
  pthread_create (&t, 0, wait, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
C
build_program waits
run "$foretrace" record -o "$work/waits.run" -- "$work/waits"
exits 0 "the flag first" "$foretrace" replay "$work/waits.run" R1 --continue
shows "The program's end: exit status 0" "ends well"
exits 0 "the flag too late" "$foretrace" replay "$work/waits.run" R1 --order 2,1 --continue
shows "The program's end: no thread could go on: .*T2 waits at waits.c:8" "hangs, and who waits is said"

cp tests/programs/philosophers.c "$work/cycle.c"
build_program cycle
run "$foretrace" record -o "$work/cycle.run" -- "$work/cycle"
exits 64 "a deadlock has no order" "$foretrace" replay "$work/cycle.run" D1 --order 2,1
says 'are for races whose two accesses are next' "says so"

# ---- consequences of all races ------------------------------------------------

# Each program states the worst consequence of its races.
worst_of() {
  /usr/bin/python3 - "$1" <<'PY'
import json, sys
order = ["crash", "memory", "hang", "check", "output", "state", "not-tried", "none", "one-order"]
races = json.load(open(sys.argv[1]))["races"]
seen = [r["consequence"]["class"] for r in races if "consequence" in r]
print(min(seen, key=order.index) if seen else "unknown")
PY
}

compiler_of() {
  case $1 in
  *.cc) echo "$build/bin/foretrace-c++" ;;
  *) echo "$cc" ;;
  esac
}

for source in tests/programs/consequences/*.c tests/programs/consequences/*.cc; do
  name=$(basename "$source")
  wanted=$(sed -n 's/^\/\/ CONSEQUENCE: //p' "$source")
  "$(compiler_of "$source")" -g -pthread "$source" -o "$work/$name.bin" ||
    { echo "not ok - building $name"; exit 1; }
  run "$foretrace" record -q -o "$work/$name.run" -- "$work/$name.bin"
  run "$foretrace" check "$work/$name.run" --consequences --format json
  valid foretrace-results-1 "$work/out" 2>"$work/err"
  report $? "$name: the results fit their schema"
  got=$(worst_of "$work/out")
  [ "$got" = "$wanted" ]
  report $? "$name: $wanted (got $got)"
  note=$(sed -n 's/^\/\/ NOTE: //p' "$source")
  if [ -n "$note" ]; then
    jq -e --arg note "$note" 'any (.races[]; .consequence.note == $note)' "$work/out" >/dev/null
    report $? "$name: $note"
  fi
  if grep -q '^// NO NOTE$' "$source"; then
    jq -e 'all (.races[]; .consequence.note == null)' "$work/out" >/dev/null
    report $? "$name: no note"
  fi
done

exits 66 "a floating-point number" "$foretrace" check "$work/real_left.c.run" --consequences
shows "leaves the value (0\.1; .* leaves the value 2\.5|2\.5; .* leaves the value 0\.1)$" "is no integer"

# ---- files, and what is sent ---------------------------------------------------

exits 66 "a file" "$foretrace" check "$work/result_file.c.run" --consequences
shows "leaves 'count=2' at byte 9 of .*result_file.c.bin.out; .* leaves 'count=1' at byte 9 of" \
  "names the first difference of a file"
[ "$(sed -n 2p "$work/result_file.c.bin.out")" = count=2 ]
report $? "the user's file stays"
exits 66 "the mode of a file" "$foretrace" check "$work/mode_left.c.run" --consequences
shows "leaves .*mode_left.c.bin.out with mode (0644; .* with mode 0600|0600; .* with mode 0644)$" "says who may read it"
exits 66 "a file that stays" "$foretrace" check "$work/file_left.cc.run" --consequences
shows "leaves no .*file_left.cc.bin.tmp; T2 reads before .* leaves 'half' at byte 0 of .*file_left.cc.bin.tmp" "says so"
exits 66 "one continuation each" "$foretrace" check "$work/clock_file.c.run" --consequences --consequence-runs 1
shows "no difference in 1 and 1 continuations" "is made again before it counts"
exits 66 "one continuation each" "$foretrace" check "$work/result_file.c.run" --consequences --consequence-runs 1
shows "leaves 'count=1' at byte 9 of" "and does count"

cat >"$work/server.c" <<'C'
#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
static int requests;
static void *count (void *a) {
  requests++;
  return a;
}
int main (int argc, char **argv) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
  socklen_t size = sizeof a;
  char text[64];
  pthread_t t, u;
  int s = socket (AF_INET, SOCK_STREAM, 0);
  bind (s, (void *)&a, size);
  listen (s, 5);
  getsockname (s, (void *)&a, &size);
  FILE *port = fopen (argv[1], "w");
  fprintf (port, "%d\n", ntohs (a.sin_port));
  fclose (port);
  rename (argv[1], argv[2]);
  int c = accept (s, 0, 0);
  read (c, text, sizeof text);
  write (c, "hello\n", 6);
  pthread_create (&t, 0, count, 0);
  pthread_create (&u, 0, count, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  int n = snprintf (text, sizeof text, "requests: %d\n", requests);
  struct iovec parts[] = {{text, 4}, {text + 4, (size_t)n - 4}};
  writev (c, parts, 2);
  close (c);
  return argc != 3;
}
C
build_program server
"$foretrace" record -q -o "$work/server.run" -- "$work/server" "$work/port.new" "$work/port" \
  >/dev/null 2>&1 </dev/null &
server=$!
await test -s "$work/port"
/usr/bin/python3 - "$(cat "$work/port")" <<'PY'
import socket, sys
s = socket.create_connection (("127.0.0.1", int (sys.argv[1])))
s.sendall (b"hi")
while s.recv (100):
    pass
PY
wait "$server"
exits 66 "a socket" "$foretrace" check "$work/server.run" --consequences
shows "DIFFERENT OUTPUT$" "what is sent counts as output"
shows "sends 'requests: 2' at byte 6 to descriptor [0-9]+; .* sends 'requests: 1' at byte 6 to descriptor" \
  "and is shown"

# Each class but the last is seen in C and in C++.
for class in crash memory hang check output state none; do
  for language in c cc; do
    grep -lq "^// CONSEQUENCE: $class\$" tests/programs/consequences/*.$language
    report $? "$class in .$language"
  done
done

# 'mark' gets the value that it had, in both orders behind the race of 'pointer'.
cat >"$work/behind.c" <<'C'
#include <pthread.h>
#include <stddef.h>

static int value, *pointer = &value, mark = 1;

static void *use (void *a) {
  mark = 1;
  *pointer = 3;
  return a;
}

static void *clear (void *a) {
  pointer = NULL;
  mark = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, use, 0);
  pthread_create (&u, 0, clear, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
C
cp "$work/behind.c" "$work/behind.cc"
for source in behind.c behind.cc; do
  "$(compiler_of "$source")" -g -pthread "$work/$source" -o "$work/$source.bin"
  report $? "$source: built"
  run "$foretrace" record -q -o "$work/$source.run" -- "$work/$source.bin"
  run "$foretrace" check "$work/$source.run" --consequences --format json
  holds "$work/out" 'sorted (r["consequence"]["class"] for r in d["races"]) == ["crash", "none"]' \
    "$source: a crash of both orders belongs to the other race"
  holds "$work/out" 'all (("seen in both orders: SIGSEGV" in r["consequence"]["text"]) ==
    (r["consequence"]["class"] == "none") for r in d["races"])' "$source: and is named"
  holds "$work/out" 'all (((r["consequence"]["seen_in_both_orders"] or "")[:7] == "SIGSEGV") ==
    (r["consequence"]["class"] == "none") and r["consequence"]["not_counted"] is None
    for r in d["races"])' "$source: also in JSON"
done

# 'mark' gets the value that it had; whether 'pointer' is null when it is followed is a
# matter of how the random continuations go on, in both orders.
cat >"$work/mixed.c" <<'C'
#include <pthread.h>
#include <stddef.h>
static int value, mark;
static int *volatile pointer = &value;
static volatile long sum[2];
static void compute (int who, int n) {
  for (int i = 0; i < n; i++)
    sum[who]++;
}
static void *use (void *a) {
  mark = 1;
  for (int i = 0; i < 4; i++) {
    compute (0, 3000);
    *pointer = 3;
  }
  return a;
}
static void *clear (void *a) {
  mark = 1;
  compute (1, 6000);
  pointer = NULL;
  compute (1, 3000);
  pointer = &value;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, use, 0);
  pthread_create (&u, 0, clear, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
C
build_program mixed
run "$foretrace" record -q -o "$work/mixed.run" -- "$work/mixed"
echo variable:pointer >"$work/pointer.supp"
run "$foretrace" check "$work/mixed.run" --suppressions "$work/pointer.supp" --format json \
  --consequences --consequence-runs 6 --consequence-budget 0
holds "$work/out" '[(r["consequence"]["class"], (r["consequence"]["seen_in_both_orders"] or "")[:7])
  for r in d["races"] if r["pair"][0]["variable"] == "mark"] == [("none", "SIGSEGV")]' \
  "a crash of some continuations of one order that others of the other one have is no consequence"
run "$foretrace" replay "$work/mixed.run" R3 --order 2,1 --continue --runs 6
shows "The program's end, [1-5] of 6 times: exit status 0" "replay --continue tells both ends, with their numbers"
shows "The program's end, [1-5] of 6 times: SIGSEGV" "of the schedules that continuations have"

# A continuation that writes records for ever keeps as many as can be read soon.
cat >"$work/endless.c" <<'C'
#include <pthread.h>
static volatile int x;
static volatile long sum;
static void *work (void *a) {
  if (x)
    for (;;)
      sum++;
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  x = 1;
  x = 0;
  pthread_join (t, NULL);
  return 0;
}
C
build_program endless
run "$foretrace" record -q -o "$work/endless.run" -- "$work/endless"
for order in 1,2 2,1; do
  FT_LOG=replay "$foretrace" replay "$work/endless.run" R1 --order "$order" --continue -n 1 -t 6
done >"$work/out" 2>"$work/err" </dev/null
[ "$(grep -c 'records end at the limit of 4[0-9]\{6\} words' "$work/err")" -eq 1 ]
report $? "an endless loop: the replay is as long as can be read"
shows "had not ended when its time was over" "and hangs"

cat >"$work/both.c" <<'C'
#include <pthread.h>
#include <stdio.h>
static int count, value, *pointer = &value;
static void *one (void *a) {
  count++;
  *pointer = 3;
  return a;
}
static void *two (void *a) {
  count++;
  pointer = NULL;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  printf ("%d\n", count);
}
C
build_program both
run "$foretrace" run -q -n 1 -d "$work/both.run" --consequences --format json \
  -o "$work/both.json" -- "$work/both"
report $((status != 66)) "run --consequences"
holds "$work/both.json" '(sorted (r["consequence"]["class"] for r in d["races"]) ==
  ["crash", "output"])' "finds a crash and a difference"
exits 66 "the text" "$foretrace" report "$work/both.run"
[ "$(grep -oE "^R[0-9]+  data race on '(pointer|count)'" "$work/out" | cut -d"'" -f2 | xargs)" = \
  "pointer count" ]
report $? "begins with the worst"
shows "^R.*'pointer'.*, CRASH$" "names the class"
shows "^  Consequence: T2 writes before T1 reads: SIGSEGV .*\(4 of 4 continuations\)" "and what was seen"
shows "^  Consequence: lost update: 1 instead of 2; T1 .* before T2 .*: writes '2'; T2 .* before T1 .*: writes '1'" \
  "and what differs"
shows "^Consequences: 1 crash, 1 different output\.$" "and how many there are"
exits 66 "SARIF" "$foretrace" report "$work/both.run" --format sarif
holds "$work/out" '([(r["level"], r["rank"], r["properties"]["consequence"])
  for r in d["runs"][0]["results"] if r["ruleId"] == "data-race"] ==
  [("error", 100, "crash"), ("warning", 50, "output")])' "has levels and ranks"
exits 66 "JUnit" "$foretrace" report "$work/both.run" --format junit --fail-on crash
# The race of 'pointer', and the failure that it leads to: an access through null.
shows 'tests="3" failures="2" errors="0" skipped="1"' "fails for the classes asked for"
shows 'message=".*; crash: T2 writes before' "and says what was seen"
! grep -q 'name="[^"]*(crash)' "$work/out"
report $? "under names that do not depend on it"
exits 66 "HTML" "$foretrace" report "$work/both.run" --format html
shows '\(crash\)' "has it in the title"
exits 66 "--fail-on, seen" "$foretrace" report "$work/both.run" -q --fail-on memory,crash
exits 0 "--fail-on, not seen" "$foretrace" report "$work/both.run" -q --fail-on memory,hang
exits 64 "--fail-on with no class" "$foretrace" report "$work/both.run" --fail-on bad
exits 66 "what was not tried is a failure" "$foretrace" check "$work/both.run" -q --fail-on none

# ---- what was not tried --------------------------------------------------------

# At most one continuation fits in, and it may crash.
short="--consequences --consequence-budget 0.001"
exits 0 "no time, --fail-on" "$foretrace" check "$work/both.run" $short --fail-on hang
shows "^Consequences: .*[12] not tried\.$" "says what was not tried"
shows "^[12] races? (was|were) not tried and do(es)? not count; --fail-on \.\.\.,not-tried counts" \
  "and that it does not count"
shows "^Out of time while looking what races do \(--consequence-budget S\), after [01] of at most 16 continuations\.$" \
  "and how much was tried"
shows "^  Consequence: not tried: the time for continuations was over|: not tried, the time for" "with the reason"
exits 66 "no time, --fail-on not-tried" "$foretrace" check "$work/both.run" $short --fail-on hang,not-tried
! grep -q 'do.* not count' "$work/out"
report $? "counts it"
exits 68 "no time, --strict" "$foretrace" check "$work/both.run" $short --fail-on hang --strict
exits 66 "no time, JSON" "$foretrace" check "$work/both.run" $short --format json
valid foretrace-results-1 "$work/out" 2>"$work/err"
report $? "results fit their schema"
holds "$work/out" '"not-tried" in [r["consequence"]["class"] for r in d["races"]] and \
  [u["phase"] for u in d["summary"]["unfinished"]] == ["continuing"] and \
  all (r["consequence"]["planned"] == 4 for r in d["races"])' "in JSON"
cp "$work/out" "$work/short.json"
exits 66 "no time, HTML" "$foretrace" check "$work/both.run" $short --format html
shows '"consequence": *"not tried"' "in HTML"

# A use of freed memory that interleaving alone cannot show stands behind one that was seen.
cat >"$work/counted.c" <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct object { int value; atomic_int users; };
static struct object *counted, *freed;
static void *one (void *a) {
  counted->value = 1;
  if (atomic_fetch_sub_explicit (&counted->users, 1, memory_order_relaxed) == 1)
    free (counted);
  freed->value = 1;
  return a;
}
static void *two (void *a) {
  if (atomic_fetch_sub_explicit (&counted->users, 1, memory_order_relaxed) == 1)
    free (counted);
  free (freed);
  return a;
}
int main (void) {
  pthread_t t, u;
  counted = malloc (sizeof *counted);
  freed = malloc (sizeof *freed);
  atomic_init (&counted->users, 2);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
C
build_program counted
run "$foretrace" run -q -n 1 -d "$work/counted.run" --consequences --format json \
  -o "$work/counted.json" -- "$work/counted"
exits 66 "a race under c11" "$foretrace" report "$work/counted.run"
[ "$(sed -nE "s/^R.* on '([a-z>-]*)'.*, (CRASH|NOT TRIED)$/\1 \2/p" "$work/out" | xargs)" = \
  "freed->value CRASH counted->value NOT TRIED" ] &&
  grep -q "behind it are 2 races, on 'counted->value', 'counted->users'" "$work/out"
report $? "comes behind what was seen"
shows "^  Consequence: not tried: it needs an order that interleaving the threads alone cannot show$" "and says why"

exits 66 "without --consequences" "$foretrace" check "$work/both.run" --format json
! grep -q '"consequence"' "$work/out"
report $? "nothing is tried"
exits 66 "no recorded run" "$foretrace" check examples/hidden.std --consequences
says 'warning: no consequences: ' "says so"
[ "$test_number" -gt 0 ]
