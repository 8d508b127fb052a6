#!/bin/bash
# 'foretrace run': from a program to a report in terms of its source.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

cp examples/hidden.c "$work/hidden.c"
cp tests/programs/exec_itself.c "$work/again.c"
build_program hidden
write_clean
cd "$work" || exit 1

# ---- the text --------------------------------------------------------------------

exits 66 "a hidden race" "$foretrace" run -- ./hidden
shows "^R1  data race on 'x' \(int, global, hidden.c:11\) +CERTIFIED, CONFIRMED 20/20" "is certified, and confirmed on the program"
shows '^  T1 writes 4 bytes \(0\) +locks held: l|^  T1 writes 4 bytes \([0-9]+ -> 0\) +locks held: l' "the first side, with its lock"
shows '^  T2 writes 4 bytes \(0 -> 1\) +locks held: none' "the second, with old and new value"
shows '^    #0 writer1  hidden.c:15:' "where it is"
shows '^      >    15 \|   x = 0;' "the line of the source"
shows '#1 thread start; T1 created by main at hidden.c:29:.* in main' "who created the thread"
shows 'l: defined at hidden.c:10, taken at hidden.c:14:.* in writer1' "where the lock is from"
shows 'T1 released l before T2 took it, which hid the race' "what hid it"
shows 'replay: foretrace replay hidden.foretrace-1 R1 --gdb' "what to do next"
[ -d hidden.foretrace-1 ]
report $? "the recording is kept"

mv hidden.c away.c
exits 66 "without the source" "$foretrace" run -d kept -- ./hidden
grep -q 'CONFIRMED 20/20' out && ! grep -q '>    15' out
report $? "the report has no lines of it"
mv away.c hidden.c

exits 66 "-n 0" "$foretrace" run -n 0 -d kept -- ./hidden
grep -q 'CERTIFIED$' out
report $? "does not replay"
exits 66 "-n 3" "$foretrace" run -n 3 -d kept -- ./hidden
shows 'CONFIRMED 3/3' "replays three times"
exits 66 "--color always" "$foretrace" run --color always -n 1 -d kept -- ./hidden
grep -q "$(printf '\033')\[1m>    15" out
report $? "marks the line"

# ---- the time for replays --------------------------------------------------------

FT_LOG=replay run "$foretrace" run -n 1 -d kept --budget 40 -- ./hidden
grep -q 'at most 1 replays of 1 findings, in 40 s' err
report $? "replays take no longer than the check may"
FT_LOG=replay run "$foretrace" run -n 1 -d kept --budget 0 -- ./hidden
grep -q 'of 1 findings, in 60 s' err
report $? "nor than a minute"
exits 66 "--replay-budget" "$foretrace" run -d kept --replay-budget 0.0000000001 -- ./hidden
shows '^R1  .*CERTIFIED, NOT REPLAYED \(TIME\)$' "what it leaves out is named"
shows '^On the program itself: 0 confirmed, 1 not replayed.$' "and counted"
shows "^Out of time while replaying .*'foretrace replay RUN ID'.$" "and how it is replayed"
exits 0 "such a replay" "$foretrace" replay -n 1 kept R1
run "$foretrace" run -d kept --replay-budget 0.0000000001 -f list -- ./hidden
shows 'certified, not replayed \(time\)\] R1' "the list has it"
run "$foretrace" run -q -d kept --replay-budget 0.0000000001 -f json -o late.json -- ./hidden
holds late.json 'd["races"][0]["replay"] is None and d["summary"]["replays"]["not_replayed"] == 1 and [u["phase"] for u in d["summary"]["unfinished"]] == ["replaying"]' "and JSON"

# ---- JSON ------------------------------------------------------------------------

exits 66 "--format json" "$foretrace" run -q -d kept --format json -o races.json -- ./hidden
cd - >/dev/null || exit 1
valid foretrace-results-1 "$work/races.json"
report $? "is as the schema says"
cd "$work" || exit 1
holds races.json 'd["races"][0]["replay"] == {"outcome": "confirmed", "runs": 20, "reached": 20, "miss": None}' "with the replays"
holds races.json 'd["summary"]["replays"] == {"confirmed": 1, "not_reached": 0, "not_replayed": 0, "models": {"mcm": {"confirmed": 1, "replayed": 1}}}' "and their sum"
holds races.json 'd["trace"]["format"] == "run"' "of a run"
holds races.json '[s["function"] for s in d["races"][0]["pair"]] == ["writer1", "writer2"]' "with functions"
holds races.json '[(s["file"].split("/")[-1], s["line"]) for s in d["races"][0]["pair"]] == [("hidden.c", 15), ("hidden.c", 23)]' "and places"
holds races.json 'd["races"][0]["pair"][0]["stack"][0]["function"] == "writer1"' "and stacks"
exits 0 "verify agrees" "$foretrace" verify kept races.json
exits 1 "a baseline that knows it: the program's own status" "$foretrace" run -q --baseline races.json -- ./hidden

# ---- not confirmed ---------------------------------------------------------------

# The second race is only there while the program has not run before, which it
# asks the kernel by itself: replays hide files from other calls.
cat >once.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int x, y, other;
static void *first (void *a) {
  pthread_mutex_lock (&l);
  x = 1;
  if (syscall (SYS_access, "been", F_OK))
    y = 1;
  else
    other = 1;
  pthread_mutex_unlock (&l);
  return a;
}
static void *second (void *a) {
  pthread_mutex_lock (&l);
  pthread_mutex_unlock (&l);
  x = 2;
  y = 2;
  return a;
}
int main (void) {
  pthread_t t[2];
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  syscall (SYS_mkdirat, AT_FDCWD, "been", 0777);
  return other;
}
C
build_program once
rm -rf been
# A call by number comes behind all that other threads do, unless that is left out.
independent=(--assume-unrecorded independent)
exits 66 "a race that replays do not reach" "$foretrace" run "${independent[@]}" -n 5 -d kept -- ./once
shows "data race on 'x'.* CERTIFIED, CONFIRMED 5/5" "the other one is confirmed"
shows "data race on 'y'.* CERTIFIED, NOT REACHED 0/" "it says so"
[ "$(grep -nE "CONFIRMED 5/5|^--- Certified, not confirmed|NOT REACHED" out |
  sed 's/.*\(CONFIRMED 5\|not confirmed\|NOT REACHED\).*/\1/' | tr '\n' ' ')" = \
  "CONFIRMED 5 not confirmed NOT REACHED " ]
report $? "it stands apart, after those that are confirmed"
shows '^  Replays: never \(0 of [0-9]+\); thread 1 .*once.c:[0-9]' "where they failed"
shows '^  Next: ' "and what to do"
shows '^On the program itself: 1 confirmed, 1 not reached' "the sum"
rm -rf been
exits 66 "in JSON" "$foretrace" run "${independent[@]}" -n 5 -q -d kept -f json -o once.json -- ./once
cd - >/dev/null || exit 1
valid foretrace-results-1 "$work/once.json"
report $? "is as the schema says"
cd "$work" || exit 1
holds once.json 'sorted(r["replay"]["outcome"] for r in d["races"] if r["verdict"] == "certified") == ["confirmed", "not-reached"]' "has both outcomes"
holds once.json '[r["replay"]["miss"]["at"] for r in d["races"] if r["replay"] and r["replay"]["miss"]] == ["diverged"]' "and at what it failed"
exits 67 "replay, JSON" "$foretrace" replay "${independent[@]}" kept "$(jq -r '.races[] | select(.replay.miss) | .fingerprint' once.json)" -n 2 -f json -o miss.json
cd - >/dev/null || exit 1
valid foretrace-replay-1 "$work/miss.json"
report $? "is as the schema says"
cd "$work" || exit 1
holds miss.json 'd["replay"]["outcome"] == "not-reached" and d["replay"]["miss"]["at"] == "diverged" and d["ended"] is None' "says at what it failed"

# ---- nothing found ---------------------------------------------------------------

rm -rf -- *.foretrace-*
exits 5 "nothing found: the program's own status" "$foretrace" run -- ./clean 5
shows 'None predicted from this trace' "is said"
[ -z "$(ls -d -- *.foretrace-* 2>/dev/null)" ]
report $? "and the recording is not kept"
(ulimit -c 0; run "$foretrace" run -- ./clean abort; [ "$status" -eq 134 ])
report $? "and its signal"
exits 0 "-d keeps it" "$foretrace" run -d kept -- ./clean
[ -e kept/control ]
report $? "indeed"

# ---- threads that main leaves behind ---------------------------------------------

cat >left.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static int x;
static void *counts (void *a) {
  for (x = 1;; )
    pause ();
  return a;
}
static void *exits (void *a) {
  _exit (4);
  return a;
}
int main (int argc, char **argv) {
  pthread_t t;
  pthread_create (&t, 0, counts, 0);
  pthread_create (&t, 0, counts, 0);
  if (argc > 1) {
    pthread_create (&t, 0, exits, argv);
    pthread_join (t, 0);
  }
  return 0;
}
C
build_program left
exits 66 "main returns before its threads begin" "$foretrace" run -n 1 -- ./left
shows "^R1  data race on 'x'.* CERTIFIED, CONFIRMED 1/1" "they run nevertheless"
shows '^2 threads were cut off when main returned or exited\.$' "how many did not end"
exits 66 "another thread ends the process" "$foretrace" run -n 0 -f json -o left.json -- ./left exit
holds left.json 'd["trace"]["cut_off"] == {"threads": 3, "by": "T3"}' "which one"
cd - >/dev/null || exit 1
valid foretrace-results-1 "$work/left.json"
report $? "JSON is as the schema says"
cd "$work" || exit 1

# ---- a crash ---------------------------------------------------------------------

cat >crash.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
static int *p, x;
static void *makes (void *a) {
  p = malloc (4);
  return a;
}
static void store (int *to) {
  *to = 2; // CRASH
}
static void *uses (void *a) {
  x++;
  if (a)
    assert (p != 0);
  store (p);
  return a;
}
int main (int argc, char **argv) {
  pthread_t t, u;
  if (argc > 2)
    raise (SIGTERM);
  pthread_create (&t, 0, uses, argc > 1 ? argv : 0);
  pthread_create (&u, 0, makes, 0);
  pthread_join (u, 0);
  pthread_join (t, 0);
  return 0;
}
C
build_program crash
(ulimit -c 0; run "$foretrace" run -n 0 -d crashed -- ./crash)
shows '^CRASH: the recorded run was ended by SIGSEGV .* in T1$' "a crash of the run is the headline"
shows '^    #[01] uses  crash\.c:17:[0-9]*(, or behind)?$' "with its stack"
shows '^  R1 has accesses of T1 in these functions$' "and the race that is its cause"
for format in json sarif junit html; do
  run "$foretrace" check crashed -q -f $format -o "crash.$format"
done
holds crash.json 'd["trace"]["signal"]["name"] == "SIGSEGV" and d["trace"]["signal"]["races"] == ["R1"]' "JSON has it"
holds crash.sarif '[r["ruleId"] for r in d["runs"][0]["results"]][0] == "crash"' "SARIF has it first"
grep -q 'failure type="crash" message="the recorded run was ended by SIGSEGV' crash.junit
report $? "JUnit has it"
grep -q '"crash":true' <(tr -d ' \n' <crash.html)
report $? "and the page"
cd - >/dev/null || exit 1
valid foretrace-results-1 "$work/crash.json"
report $? "JSON is as the schema says"
cd "$work" || exit 1
(ulimit -c 0; run "$foretrace" run -n 0 -- ./crash assert)
shows '^CRASH: the recorded run was ended by SIGABRT .* in T1$' "a failed assertion, too"
(ulimit -c 0; run "$foretrace" run -n 0 -- ./crash and term)
shows '^The recorded run was ended by SIGTERM\.$' "a signal is no crash"
! grep -q '^CRASH' out
report $? "and not the headline"

# ---- a deadlock ------------------------------------------------------------------

cat >dead.c <<'C'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static void *f (void *p) {
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  return p;
}
static void *g (void *p) {
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);
  return p;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, f, 0);
  pthread_create (&u, 0, g, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
C
build_program dead
exits 66 "a deadlock" "$foretrace" run -n 5 -- ./dead
shows '^D1  deadlock of T1, T2 +CERTIFIED, CONFIRMED 5/5' "is confirmed, too"

# Both threads hold their first lock before they ask for the second one.
sed 's/_mutex_lock (&\([ab]\));$/&/; /_lock/{n;s/^  pthread_mutex_lock/  sched_yield ();\n&/}' \
  dead.c | sed '1i #include <sched.h>' >stuck.c
build_program stuck
exits 71 "a run that ended so" "$foretrace" record -o stuck.run -- ./stuck
exits 71 "is replaced by another one" "$foretrace" record -o stuck.run -- ./stuck
exits 71 "a deadlock while the program is recorded" "$foretrace" run -- ./stuck
[ "$(sed -n 1p out)" = \
  'DEADLOCK: the recorded run ended since no thread of it could go on' ]
report $? "is what the report begins with"
shows '^  main waits for the end of T1 at stuck.c:[0-9]+:' "who waits for whom"
shows '^  T2 waits at stuck.c:' "and who waits where"
"$foretrace" run -d stuck.run -f json -o stuck.json -- ./stuck 2>/dev/null
[ $? -eq 71 ] &&
  member stuck.json 'd["trace"]["deadlock"][0]["awaited"] == "T1" and \
    d["trace"]["deadlock"][1]["thread"] == "T1"'
report $? "JSON: the same"
"$foretrace" check stuck.run -q -f sarif -o stuck.sarif
member stuck.sarif 'd["runs"][0]["results"][0]["ruleId"] == "deadlock" and \
  "T1 waits" in d["runs"][0]["results"][0]["locations"][0]["message"]["text"]'
report $? "SARIF: its first result, where a thread waits for a lock"
"$foretrace" check stuck.run -q -f junit -o stuck.xml
grep -q '<failure type="deadlock" message="main waits for the end of T1' stuck.xml
report $? "JUnit: a case that fails"
cd - >/dev/null || exit 1
valid foretrace-results-1 "$work/stuck.json"
report $? "JSON: the schema holds"
cd "$work" || exit 1

for end in 'return -1' 'exit (256)' '_exit (1000)'; do
  printf '#include <stdlib.h>\n#include <unistd.h>\nint main (void) { %s; }\n' \
    "$end" >end.c
  build_program end
  ./end
  exits $? "a program that ends with $end" "$foretrace" run -- ./end
done

# ---- libraries that were not built with foretrace-cc ---------------------------

cat >plain.c <<'C'
int twice (int n) { return 2 * n; }
C
cat >user.c <<'C'
int twice (int);
int main (void) { return twice (2); }
C
cc -shared -fPIC plain.c -o libplain.so
build_program user -L. -lplain -Wl,-rpath,"$work"
exits 4 "a library that is not instrumented" "$foretrace" run -- ./user
shows 'Not built with foretrace-cc.*libplain.so' "is named"
"$cc" -g -shared -fPIC plain.c -o libplain.so
exits 4 "an instrumented one" "$foretrace" run -- ./user
! grep -q 'Not built' out
report $? "is not"

# A library that sets what orders two threads.  Unless foretrace knows that it
# did, the data behind it race.
cat >plain.c <<'C'
void done (int *flag) { *flag = 1; }
C
cat >flag.c <<'C'
#include <pthread.h>
#include <sched.h>
extern void done (int *flag);
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int flag, data;
static void *one (void *a) {
  if (!a)
    data = 1;
  pthread_mutex_lock (&l);
  done (&flag);
  pthread_mutex_unlock (&l);
  if (a)
    data = 1;
  return a;
}
static int is_done (void) {
  pthread_mutex_lock (&l);
  int it = flag;
  pthread_mutex_unlock (&l);
  return it;
}
int main (int argc, char **argv) {
  pthread_t t;
  flag = 0;
  pthread_create (&t, NULL, one, argc > 1 ? argv : NULL);
  while (!is_done ())
    sched_yield ();
  data = 2;
  return pthread_join (t, NULL);
}
C
cc -shared -fPIC plain.c -o libplain.so
"$cc" -g -pthread flag.c -o flag -L. -lplain -Wl,-rpath,"$PWD"
exits 0 "what a library writes unseen orders" "$foretrace" run -- ./flag
exits 66 "it does not order what comes later" \
  "$foretrace" run --assume-unrecorded independent -n 3 -- ./flag late
grep -q "CONFIRMED 3/3" "$work/out"
report $? "and that is confirmed"
exits 0 "without these orders, recorded" "$foretrace" record -o unordered -- ./flag late
exits 66 "and checked" "$foretrace" check --assume-unrecorded independent \
  --witness-dir unordered.witness unordered
shows "replay unordered R1 --gdb --assume-unrecorded independent" "the command to replay says it"
exits 0 "which it does" "$foretrace" replay -n 2 --assume-unrecorded independent unordered R1
exits 0 "and by its witness" "$foretrace" replay -n 2 --assume-unrecorded independent \
  unordered unordered.witness/R1.json

# A library that waits by itself, giving way.  What comes after it is not a race,
# and a thread that is in it does not stand before its access.
cat >plain.c <<'C'
#include <sched.h>
static _Atomic int full;
void put (void) { full = 1; }
void get (void) { while (!full) sched_yield (); }
C
cat >hand.c <<'C'
#include <pthread.h>
#include <sched.h>
extern void put (void), get (void);
static int data, done;
static void *one (void *a) {
  data = 1;
  put ();
  sched_yield ();
  done = 1;
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, one, NULL);
  get ();
  int seen = data;
  sched_yield ();
  done = 2;
  return pthread_join (t, NULL) + seen - 1;
}
C
cc -shared -fPIC plain.c -o libplain.so
"$cc" -g -pthread hand.c -o hand -L. -lplain -Wl,-rpath,"$PWD"
exits 66 "what a library orders by waiting" "$foretrace" run -n 3 \
  --assume-unrecorded independent -- ./hand
shows "race on 'data'.*NOT REACHED 0/3" "is not confirmed"
shows 'waits for another thread in a function that is not recorded' "and it says why"
shows "race on 'done'.*CONFIRMED 3/3" "a race behind a call that gives way is"

# ---- other processes -------------------------------------------------------------

build_program again -pthread
exits 66 "a program that executes itself" "$foretrace" run -d kept -- ./again
shows '^process kept/process-' "its second process is checked, too"
! grep -q 'foretrace replay kept/process-' "$work/out"
report $? "no replay is offered for it"
shows '^Not replayed: replays steer the first process' "it is said why"
shows "'foretrace explain kept/process-[0-9]+ R1' in gdb" "and what to do by hand"
exits 65 "replay of it" "$foretrace" replay kept/process-* R1
says 'is another process of a recorded program, and replays steer the first one' "says the same"
exits 66 "its report again" "$foretrace" run -d kept -- ./again
shows 'data race on .x.' "and its race is found"
exits 0 "with --format json" "$foretrace" run -d kept --format json -- ./again
says 'foretrace check kept/process-' "it is named"
cat >forked.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int x;
static void *work (void *a) {
  x = 1;
  return a;
}
static int nested (int n) {
  pthread_t t;
  if (fork () == 0) {
    if (n)
      exit (nested (n - 1));
    pthread_create (&t, NULL, work, NULL);
    x = 2;
    pthread_join (t, NULL);
    exit (0);
  }
  wait (NULL);
  return n;
}
int main (void) { return nested (1) - 1; }
C
build_program forked
exits 66 "a forked process that forks" "$foretrace" run -n 0 -- ./forked
shows '#1 nested +forked.c:14:13' "goes on in the function that forked"

# ---- gaps ------------------------------------------------------------------------

cat >gaps.c <<'C'
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
static sigjmp_buf back;
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static void leave (int s) { siglongjmp (back, s); }
static void *work (void *a) {
  if (!a)
    pthread_mutex_unlock (&l);
  else if (!sigsetjmp (back, 1))
    *(volatile int *)8 = 1;
  return a;
}
int main (int argc, char **argv) {
  pthread_t t;
  (void)argv;
  signal (SIGSEGV, leave);
  pthread_mutex_lock (&l);
  pthread_create (&t, NULL, work, argc > 1 ? NULL : &t);
  pthread_join (t, NULL);
  return 0;
}
C
build_program gaps
exits 0 "a handler of SIGSEGV that leaves by siglongjmp" "$foretrace" run -d gap.run -- ./gaps
grep -q 'events are missing here, at gaps.c:10:.*: a fault.s handler ran, which is not recorded; it may have left by longjmp' "$work/err"
report $? "why events are missing"
exits 0 "a lock of another thread is released" "$foretrace" run -d gap.run -- ./gaps other
grep -q 'events are missing here, at gaps.c:9:.*: a release of a lock that another thread holds, .* is not recorded' "$work/err"
report $? "why events are missing"

# ---- C++ -------------------------------------------------------------------------

# Headers of the library are between the user's lines; -O2 puts both into main.
cat >threads.cpp <<'C'
#include <thread>
#include <vector>
struct counter { long hits = 0; void hit () { hits++; } };
static inline void count (int n) {
  std::vector<std::thread> threads;
  counter c;
  for (int i = 0; i < n; i++)
    threads.emplace_back ([&c] { c.hit (); });
  for (auto &t : threads)
    t.join ();
}
int main () { count (2); }
C
for level in -O0 -O2; do
  "$build/bin/foretrace-c++" $level -pthread threads.cpp -o threads
  exits 66 "C++, $level" "$foretrace" run -n 0 -- ./threads
  shows "'this->hits' \(long, in the variable c on the stack of main, threads.cpp:6\)" \
    "a variable is where the user's source has it"
  shows 'T1 created by main at threads.cpp:8:13 in count' "and so are threads"
done

# ---- values --------------------------------------------------------------------

cat >values.c <<'END'
#include <pthread.h>
int whole; double real; float single; char *text; struct { short a, b; } pair; unsigned natural;
void *first (void *x) { whole = -1; real = 2.5; single = -0.5f; text = "abc"; pair.a = -7; natural = -1; return x; }
void *second (void *x) { whole = 5; real = 1e300; single = 3; text = 0; pair.a = 9; natural = 3; return x; }
int main (void) {
  pthread_t t[2];
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  return pthread_join (t[0], 0) + pthread_join (t[1], 0);
}
END
"$cc" -g -O1 -pthread -o values values.c || exit 1
exits 66 "values of many types" "$foretrace" run -n 0 -d kept -- ./values
for value in '4 bytes \(-1 -> 5\)' '8 bytes \(2.5 -> 1e\+300\)' '4 bytes \(-0.5 -> 3\)' \
             '8 bytes \(0x[0-9a-f]+ -> 0\)' '2 bytes \(-7 -> 9\)' '4 bytes \(4294967295 -> 3\)'; do
  shows "writes $value" "are told as their types have them: $value"
done

# ---- mistakes --------------------------------------------------------------------

exits 69 "a program not built with foretrace-cc" "$foretrace" run -- /bin/true
says 'not built with foretrace-cc' "says how to build it"
exits 69 "an output that cannot be written is known before the program runs" "$foretrace" run -o /nowhere/x -- ./clean
[ -z "$(ls -d -- clean.foretrace-* 2>/dev/null)" ]
report $? "indeed"
exits 64 "no program" "$foretrace" run --format json
exits 0 "run --help" "$foretrace" run --help
