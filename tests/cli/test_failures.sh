#!/bin/bash
# Programs that state their failures (tests/programs/failures): one recording of a
# good run predicts each of them, the checker accepts its witness, every replay
# sees it, and no other failure is reported.
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

programs=(tests/programs/failures/${FT_PROGRAMS:-failure_*.c*})

# attempt PROGRAM: builds, records, predicts, replays and judges it.
attempt() {
  local name flags compiler=cc
  name=$(basename "$1" .c)
  [ "${name%.cc}" = "$name" ] || compiler=c++
  flags=$(sed -n 's,^// FLAGS: ,,p' "$here/$1")
  cd "$work" || return 1
  # shellcheck disable=SC2086
  "$build/bin/foretrace-$compiler" -g -O1 $flags "$here/$1" -o "$name.bin" -lpthread \
    >"$name.said" 2>&1 || return 1
  "$build/bin/foretrace" run -b 600 -t 100 -d "$name.run" -n 3 --format json \
    -o "$name.json" -- "./$name.bin" >>"$name.said" 2>&1
  local status=$? wanted=0
  grep -q '^// FAILURE' "$here/$1" && wanted=66
  [ $status = $wanted ] || echo "status $status instead of $wanted" \
    >>"$name.said"
  "$here/tests/programs/failures/judge" "$here/$1" "$name.json" \
    >>"$name.said" 2>&1 &&
    "$build/bin/foretrace-verify" -q "$name.run" "$name.json" \
      >>"$name.said" 2>&1 && [ $status = $wanted ] &&
    ! grep -o '.*please report this trace.*' "$name.json" >>"$name.said"
}

here=$PWD
build=$(cd "$build" && pwd)
for program in "${programs[@]}"; do
  name=$(basename "$program" .c)
  (attempt "$program")
  status=$?
  cp "$work/$name.said" "$work/out"
  : >"$work/err"
  report $status "failures: $name"
done

# What lies below a thread's recorded frames may catch: a function that is not
# instrumented, and calls one that is.
cat >"$work/caught.cc" <<'EOF'
extern "C" void *caught (void *f) {
  try {
    ((void (*) ()) f) ();
  } catch (...) {
  }
  return 0;
}
EOF
cat >"$work/thrown.cc" <<'EOF'
#include <pthread.h>

#include <mutex>
#include <thread>

extern "C" void *caught (void *);

static std::mutex lock;
static int left = 2;

static void take () {
  lock.lock ();
  int seen = left;
  lock.unlock ();
  lock.lock ();
  left = seen - 1;
  lock.unlock ();
}

static void take_at_once () {
  std::lock_guard<std::mutex> guard (lock);
  left--;
}

static void check () {
  std::lock_guard<std::mutex> guard (lock);
  if (left)
    throw left;
}

int main () {
  std::thread first (take), second (take_at_once);
  first.join ();
  second.join ();
  pthread_t last;
  pthread_create (&last, 0, CALLED, (void *)check);
  pthread_join (last, 0);
}
EOF
if c++ -c -o "$work/caught.o" "$work/caught.cc" >"$work/out" 2>&1; then
  for called in caught '[] (void *f) { ((void (*) ()) f) (); return (void *)0; }'; do
    (cd "$work" && "$build/bin/foretrace-c++" -g -O1 "-DCALLED=$called" thrown.cc \
      caught.o -o thrown -pthread && "$build/bin/foretrace" run -d thrown.run -n 1 -- ./thrown) \
      >"$work/out" 2>"$work/err"
    wanted='^F1  uncaught exception by T3 .* CERTIFIED, CONFIRMED'
    [ "$called" = caught ] && wanted='^0 races certified'
    grep -q "$wanted" "$work/out" &&
      { [ "$called" != caught ] || ! grep -q '^F' "$work/out"; }
    report $? "a thread's function that catches: ${called%% *}"
  done
fi

# A float decides the second assertion: nothing is proved, and nothing certified.
cat >"$work/open.c" <<'EOF'
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double mean = 1;
static int count = 1;

static void *add (void *a) {
  pthread_mutex_lock (&lock);
  count++;
  mean += 1.0 / count;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, add, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  assert (mean > 1);
}
EOF
(cd "$work" && "$build/bin/foretrace-cc" -g -O1 open.c -o open -pthread &&
  "$build/bin/foretrace" record -o open.run -- ./open) >"$work/out" 2>"$work/err"
exits 0 "an undecided failure" "$foretrace" check -b 600 -t 100 "$work/open.run"
shows '^F1  failed assertion by main at open.c:22:3 .* UNDECIDED' "is named"
shows '^  reason: no order of what is known leads there, but values .* could$' "with the reason"
shows "^  may decide it: another run, .*'foretrace explore'" "and what may decide it"
shows '^0 failures certified, 1 undecided' "counted"
! grep -q '^None predicted' "$work/out"
report $? "not called nothing"
exits 68 "undecided for --strict" "$foretrace" check -b 600 -t 100 "$work/open.run" --strict -q
"$foretrace" suppress "$work/open.run" F1 >"$work/open.list"
exits 0 "unless suppressed" "$foretrace" check -b 600 -t 100 "$work/open.run" --strict \
  --suppressions "$work/open.list"
! grep -q '^F1' "$work/out"
report $? "and not listed then"
exits 0 "undecided in JSON" "$foretrace" check -b 600 -t 100 "$work/open.run" -f json
valid foretrace-results-1 "$work/out" 2>"$work/err" &&
  jq -e '.summary.failures == {certified: 0, refuted: 0, undecided: 1} and
    .failures[0].verdict == "undecided"' "$work/out" >/dev/null
report $? "counted by the summary"

# What the solver has no time for is not impossible, though all values and branches of
# the program are known.  It is asked about twice, the second time for longer.
cat >"$work/hard.c" <<'EOF'
#include <assert.h>
#include <pthread.h>

enum { N = 20 };
static int sum, part[N];

static void *add (void *a) {
  sum += part[(long)a];
  return 0;
}

int main (void) {
  pthread_t t[N];
  int expected = 0;
  for (int i = 0; i < N; i++)
    expected += part[i] = i + 1;
  for (long i = 0; i < N; i++)
    pthread_create (&t[i], 0, add, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], 0);
  assert (sum == expected);
}
EOF
(cd "$work" && "$build/bin/foretrace-cc" -g -O1 hard.c -o hard -pthread &&
  "$build/bin/foretrace" record -o hard.run -- ./hard) >"$work/out" 2>"$work/err"
run "$foretrace" check -q -b 0 -t 1 "$work/hard.run" -f json
jq -e '.failures | length == 1 and .[0].verdict != "refuted"' "$work/out" >/dev/null
report $? "a failure that there was no time for is not impossible"
run "$foretrace" check -q -b 600 -t 1 "$work/hard.run" -f json
jq -e '.failures[0] | .verdict == "certified" or .seconds >= 2.5' "$work/out" >/dev/null
report $? "it is asked about again"

# The forms of a report, and a witness that is wrong.
if [ -f "$work/failure_account.json" ]; then
  valid foretrace-results-1 "$work/failure_account.json" >"$work/out" 2>&1
  report $? "the report is one of its schema"
  run "$foretrace" check "$work/failure_account.run" --witness-dir "$work/witness"
  shows "if T2's write of 'balance' .* comes between T1's read .* and its write" \
    "the text names the events whose order decides"
  shows "what would prevent it: one section of 'lock' from" "and the section"
  exits 0 "explain" "$foretrace" explain "$work/failure_account.run" F1
  shows '^F1  failed assertion by main' "names it"
  shows 'what would prevent it: one section of .lock. from' "says what would prevent it"
  shows '^ *[0-9]+  main  failed assertion' "and has the schedule"
  exits 0 "suppress" "$foretrace" suppress "$work/failure_account.run" F1
  shows '^# failed assertion by main at [^ ]*$' "says once what it suppresses"
  exits 64 "a failure that there is not" "$foretrace" explain "$work/failure_account.run" F2
  says "numbers 1 failures, from F1" "says so"
  # A failure is a finding as a race is: in baselines and databases.
  exits 0 "a baseline has failures" "$foretrace" check "$work/failure_account.run" \
    --baseline "$work/failure_account.json"
  shows '^F1 .* CERTIFIED, KNOWN' "and they are known"
  shows '^1 failure certified \(0 new\)' "and counted"
  exits 0 "with --new-only" "$foretrace" check "$work/failure_account.run" --new-only \
    --baseline "$work/failure_account.json"
  ! grep -q '^F1' "$work/out"
  report $? "they are left out"
  "$foretrace" check -q "$work/failure_account.run" --format json \
    --baseline "$work/failure_account.json" -o "$work/known.json"
  valid foretrace-results-1 "$work/known.json" >"$work/out" 2>&1 &&
    jq -e '.failures[0].baseline == true and .failures[0].order.events[0].line == 12' \
      "$work/known.json" >>"$work/out"
  report $? "in JSON, too, with the lines of the accesses that decide"
  exits 66 "a database takes them" "$foretrace" db add "$work/f.db" "$work/failure_account.json"
  shows '1 new, 0 known' "as findings"
  exits 0 "lists them" "$foretrace" db list "$work/f.db"
  shows '  failed assertion by main at .*failure_account.c:35:3' "with what fails"
  mark=$(jq -r '.failures[0].fingerprint' "$work/failure_account.json")
  exits 0 "shows their crash state" "$foretrace" db show "$work/f.db" "$mark" --crash-state
  shows '^Crash Type: assertion' "by kind"
  shows '^  deposit' "and functions"
  "$foretrace" db export "$work/f.db" >"$work/f.sarif"
  jq -e '.runs[0].results[0] | .locations[0].physicalLocation.region.startLine == 35 and
    (.relatedLocations | map(.physicalLocation.region.startLine)) == [12, 22, 15]' \
    "$work/f.sarif" >"$work/out"
  report $? "exports what fails, and the accesses that decide"
  exits 0 "and is a baseline itself" "$foretrace" check -q "$work/failure_account.run" \
    --baseline <("$foretrace" db baseline "$work/f.db")
  exits 66 "verifies them" "$foretrace" db verify "$work/f.db" -- "$work/failure_account.bin"
  shows "^$mark  there  .*failed assertion" "and finds them again"
  mkdir -p "$work/mended"
  "$build/bin/foretrace-cc" -g -O1 tests/programs/failures/failure_account_mended.c \
    -o "$work/mended/failure_account.bin" -lpthread
  run "$foretrace" db verify "$work/f.db" -- "$work/mended/failure_account.bin"
  ! grep -q '  there  ' "$work/out"
  report $? "and not in the mended program"
  valid foretrace-witness-1 "$work/witness/F1.json" >"$work/out" 2>&1
  report $? "the witness is one of its schema"
  exits 0 "the witness is accepted" \
    "$build/bin/foretrace-verify" "$work/failure_account.run" "$work/witness/F1.json"
  sed 's/"assertion"/"null"/' "$work/witness/F1.json" >"$work/kind.json"
  exits 65 "another kind is refused" \
    "$build/bin/foretrace-verify" "$work/failure_account.run" "$work/kind.json"
  sed 's/"path"/"value"/' "$work/witness/F1.json" >"$work/model.json"
  exits 65 "another model is refused" \
    "$build/bin/foretrace-verify" "$work/failure_account.run" "$work/model.json"
  exits 0 "the failure is replayed by its id" \
    "$foretrace" replay "$work/failure_account.run" F1 -n 2
  shows "always \(2 of 2\)" "and seen"
  exits 0 "and by its witness" \
    "$foretrace" replay "$work/failure_account.run" "$work/witness/F1.json" -n 1
  exits 64 "one that is not there" "$foretrace" replay "$work/failure_account.run" F9
  "$foretrace" suppress "$work/failure_account.run" F1 >"$work/list"
  exits 0 "a suppressed failure" \
    "$foretrace" check "$work/failure_account.run" --suppressions "$work/list"
  shows "^Suppressed: 1 of the certified" "is counted"
  ! grep -q '^F1' "$work/out"
  report $? "and left out of the text"
  exits 0 "witnesses" "$foretrace" check "$work/failure_account.run" \
    --suppressions "$work/list" --witness-dir "$work/none"
  [ -z "$(ls "$work/none" 2>/dev/null)" ]
  report $? "and of the witnesses"
  exits 0 "JSON" "$foretrace" check "$work/failure_account.run" \
    --suppressions "$work/list" -f json
  valid foretrace-results-1 "$work/out" 2>"$work/err" &&
    jq -e '.failures[0].suppressed.file' "$work/out" >/dev/null
  report $? "has the rule"
  exits 66 "without it" "$foretrace" check "$work/failure_account.run" -f json
  exits 0 "a fingerprint" "$foretrace" replay -n 1 "$work/failure_account.run" \
    "$(jq -r '.failures[0].fingerprint' "$work/out")"
  exits 64 "--gdb" "$foretrace" replay "$work/failure_account.run" F1 --gdb
  says "a failure is one step" "is refused"
  exits 66 "--fail-on check" "$foretrace" check "$work/failure_account.run" --fail-on check
  for class in crash memory hang output,none; do
    exits 0 "--fail-on $class" "$foretrace" check "$work/failure_account.run" --fail-on $class
  done
  exits 66 "--fail-on in JUnit" "$foretrace" check "$work/failure_account.run" -f junit \
    --fail-on check
  shows 'failures="1"' "counts it"
  exits 0 "--fail-on another class in JUnit" "$foretrace" check "$work/failure_account.run" \
    -f junit --fail-on crash
  shows 'failures="0"' "does not"
fi

# A use of freed memory counts with 'memory', and with nothing else.
if [ -d "$work/failure_freed.run" ]; then
  exits 66 "--fail-on memory" "$foretrace" check "$work/failure_freed.run" --fail-on memory
  exits 0 "--fail-on crash,check" "$foretrace" check "$work/failure_freed.run" \
    --fail-on crash,check,hang
fi

# What a float decides is not followed, and so no proof.
cat >"$work/float.c" <<'C'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static float f = 1;
static void *change (void *a) {
  pthread_mutex_lock (&m);
  f = 2;
  pthread_mutex_unlock (&m);
  return a;
}
static void *look (void *a) {
  pthread_mutex_lock (&m);
  float seen = f;
  pthread_mutex_unlock (&m);
  if (seen != 2)
    abort ();
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, change, 0);
  pthread_create (&u, 0, look, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
C
# Neither is a path that is too long to be known to its end.
cat >"$work/long.c" <<'C'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int chosen, flag, sum;
static void *look (void *a) {
  pthread_mutex_lock (&m);
  int seen = flag;
  pthread_mutex_unlock (&m);
  if (seen == 2)
    abort ();
  return a;
}
static void *work (void *a) {
  pthread_mutex_lock (&m);
  int seen = chosen;
  pthread_mutex_unlock (&m);
  if (seen) {
    for (int i = 0; i < 5000; i++)
      sum += i ^ seen;
    pthread_mutex_lock (&m);
    flag = 2;
    pthread_mutex_unlock (&m);
  }
  return a;
}
static void *choose (void *a) {
  pthread_mutex_lock (&m);
  chosen = 1;
  flag = 1;
  pthread_mutex_unlock (&m);
  return a;
}
int main (void) {
  pthread_t t[3];
  pthread_create (t, 0, work, 0);
  pthread_create (t + 1, 0, look, 0);
  pthread_create (t + 2, 0, choose, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
C
"$build/bin/foretrace-cc" -g -O1 -pthread "$work/long.c" -o "$work/long"
exits 0 "a long path" "$foretrace" run -d "$work/long.run" -f json -o "$work/long.json" -- "$work/long"
[ "$(jq -r '.failures[].verdict' "$work/long.json")" = undecided ]
report $? "is undecided"

"$build/bin/foretrace-cc" -g -O1 -pthread "$work/float.c" -o "$work/float"
exits 0 "a float" "$foretrace" run -d "$work/float.run" -f json -o "$work/float.json" -- "$work/float"
[ "$(jq -r '.failures[].verdict' "$work/float.json")" = undecided ]
report $? "is undecided"

# Where a path ends at a call that is not followed, the report says at which: that no
# failure is listed is no proof then.
cat >"$work/unfollowed.cc" <<'C'
#include <cassert>
#include <clocale>
#include <locale>
#include <mutex>
#include <pthread.h>

static std::mutex m;
static int n;

static void *add (void *a) {
  m.lock ();
  int old = n;
  m.unlock ();
  m.lock ();
  n = old + 1;
  m.unlock ();
  return a;
}

int main (int argc, char **) {
  pthread_t t, u;
  pthread_create (&t, 0, add, 0);
  pthread_create (&u, 0, add, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  int now = n;
  if (argc > 1) {
    setlocale (LC_ALL, "C");
    now += n;
    std::locale::classic ();
    now -= n;
    setlocale (LC_ALL, "C");
  }
  assert (now == 2);
  return 0;
}
C
"$build/bin/foretrace-c++" -g -O1 -pthread "$work/unfollowed.cc" -o "$work/unfollowed"
exits 66 "a failure without such a call" "$foretrace" run -d "$work/unfollowed.run" -- "$work/unfollowed"
! grep -q 'Not followed' "$work/out"
report $? "has no such line"
exits 0 "a failure behind such calls" "$foretrace" run -d "$work/unfollowed.run" -- "$work/unfollowed" more
shows '^Not followed: 3 paths end at calls of setlocale \(2\), std::locale::classic \(1\); races and failures behind them are not predicted\.$' \
  "names them"
exits 0 "its report in JSON" "$foretrace" check "$work/unfollowed.run" -f json -o "$work/unfollowed.json"
[ "$(jq -c '.unfollowed[] | [.function, .paths]' "$work/unfollowed.json")" = \
  '["setlocale",2]
["std::locale::classic",1]' ]
report $? "has both"
exits 0 "a check for races alone" "$foretrace" check --model mcm "$work/unfollowed.run"
! grep -q 'Not followed' "$work/out"
report $? "does not say so"
exits 0 "info" "$foretrace" info --format json "$work/unfollowed.run"
[ "$(jq '.warnings | length' "$work/out")" = 0 ]
report $? "counts no warning"

# A try, or a wait with a deadline, of which the run shows one way alone is told as well.
cat >"$work/tries.c" <<'C'
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int n;
static int try (void) {
  int error = pthread_mutex_trylock (&m);
  if (!error) {
    n++;
    pthread_mutex_unlock (&m);
  }
  return error;
}
static void *work (void *a) { return try () ? a : NULL; }
static void run (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_join (t, 0);
}
int main (int argc, char **argv) {
  struct timespec past = {1, 0};
  run ();
  pthread_mutex_lock (&m);
  if (argc == 2)
    run (); // the try fails
  if (argc == 3)
    pthread_cond_timedwait (&c, &m, &past);
  pthread_mutex_unlock (&m);
  return n != 1;
}
C
"$build/bin/foretrace-cc" -g -O1 -pthread "$work/tries.c" -o "$work/tries"
untold='races and failures behind them are not predicted'
exits 0 "a try that takes its lock" "$foretrace" run -d "$work/tries.run" -- "$work/tries"
shows "^Not followed: 1 path ends at calls of pthread_mutex_trylock \\(1\\); $untold" "is told"
exits 0 "a try in both its ways" "$foretrace" run -d "$work/tries.run" -- "$work/tries" both
! grep -q 'Not followed' "$work/out"
report $? "is not"
exits 0 "a wait whose time is over" "$foretrace" run -d "$work/tries.run" -- "$work/tries" a wait
shows "^Not followed: 2 paths end at calls of pthread_cond_timedwait \\(1\\), pthread_mutex_trylock \\(1\\)" "is told"

# ---- barriers on paths that are not followed -------------------------------------------

# In the recorded order two threads meet; a third one would come on its other path.
cat >"$work/joined.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int joins;
static pthread_barrier_t meets;

static void *third (void *argument) {
  if (atomic_load (&joins) == 1)
    pthread_barrier_wait (&meets);
  return argument;
}

static void *writes (void *argument) {
  atomic_store (&joins, 1);
  data = 1;
  pthread_barrier_wait (&meets);
  return argument;
}

int main (void) {
  pthread_t threads[2];
  pthread_barrier_init (&meets, NULL, 2);
  pthread_create (threads, NULL, third, NULL);
  pthread_create (threads + 1, NULL, writes, NULL);
  pthread_barrier_wait (&meets);
  data = 2;
  pthread_join (threads[0], NULL);
  pthread_join (threads[1], NULL);
  return 0;
}
END
"$build/bin/foretrace-cc" -g -pthread "$work/joined.c" -o "$work/joined"
run "$foretrace" record -q -d "$work/joined.run" -- "$work/joined"
run "$foretrace" check -f json "$work/joined.run"
jq -e '.races | length == 1 and .[0].verdict == "refuted" and
  .[0].left_open == {model: "path", cause: "recorded"}' "$work/out" >/dev/null
report $? "what a round orders is open where another thread may join the round"
sed '/if (atomic_load/,+1d' "$work/joined.c" >"$work/apart.c"
"$build/bin/foretrace-cc" -g -pthread "$work/apart.c" -o "$work/apart"
run "$foretrace" record -q -d "$work/apart.run" -- "$work/apart"
run "$foretrace" check -f json "$work/apart.run"
jq -e '.races | length == 1 and .[0].verdict == "refuted" and (.[0] | has ("left_open") | not)' \
  "$work/out" >/dev/null
report $? "and impossible where none may"
