#!/bin/bash
# 'foretrace replay': the program itself, driven into a race, or where it went
# another way.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

cp examples/hidden.c "$work/hidden.c"
build_program hidden
cd "$work" || exit 1
"$foretrace" record -q -o run -- ./hidden
"$foretrace" check run --format json -o races.json --witness-dir w

exits 0 "a certified race is reached" "$foretrace" replay run R1
shows '^R1 reached: always \(20 of 20\)' "always"
shows 'Let go, the program ended with exit status' "and the program goes on afterwards"
exits 64 "no such race" "$foretrace" replay run R7
says 'certifies 1 race, 0 deadlocks and 0 failures, and has no such one' "what there is"
run "$foretrace" replay run R1 -n 1 --color always
shows $'reached: \x1b\\[1;31malways .1 of 1.\x1b\\[0m' "--color"
exits 0 "explain" "$foretrace" explain run R1
shows '^replay: foretrace replay run R1 --gdb$' "says what to do next"
exits 0 "explain --results" "$foretrace" explain run R1 --results races.json
shows '^replay: foretrace replay run R1 --gdb --results races.json$' \
  "with the same results"
exits 0 "-n 3" "$foretrace" replay run R1 -n 3
shows 'always \(3 of 3\)' "is three times"
exits 0 "a witness file" "$foretrace" replay run w/R1.json -n 2
shows 'always \(2 of 2\)' "is followed"
exits 0 "--results" "$foretrace" replay run R1 --results races.json -n 2
fingerprint=$(sed -n 's/.*"fingerprint": "\([0-9a-f]*\)".*/\1/p' races.json | head -n 1)
exits 0 "a fingerprint" "$foretrace" replay run "$fingerprint" -n 2
(cd / && run "$foretrace" replay "$work/run" R1 -n 2 && [ "$status" -eq 0 ])
report $? "from another directory"

# ---- behind the race ---------------------------------------------------------

cat >behind.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static int racy;
static void *set (void *unused) {
  racy = 1;
  return unused;
}
int main (void) {
  pthread_t a;
  pthread_create (&a, 0, set, 0);
  racy = 2;
  pthread_join (a, 0);
  return system ("echo behind >>seen"); // a child's files are no copies
}
C
build_program behind
"$foretrace" record -q -o behind.run -- ./behind
rm seen
exits 0 "four replays" "$foretrace" replay behind.run R1 -n 4
shows 'always \(4 of 4\)' "reach the race"
shows 'Let go, the program ended with exit status 0' "one goes on, whose end is told"
[ "$(wc -l <seen)" -eq 1 ]
report $? "the others stop there, since programs may wait for ever behind a race"

# ---- results of a part of the run -----------------------------------------------

cat >early.c <<'C'
#include <pthread.h>
static int racy, sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *count (void *unused) {
  racy = 1;
  for (int i = 0; i < 20000; i++) {
    pthread_mutex_lock (&m);
    sum += i;
    pthread_mutex_unlock (&m);
  }
  return unused;
}
int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, count, 0);
  pthread_create (&b, 0, count, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
}
C
build_program early
"$foretrace" record -q -o early.run -- ./early
FT_ALTPATH_WORDS=1600 "$foretrace" check early.run --model mcm -q --format json -o early.json
jq -e '.trace.share < 0.5' early.json >/dev/null
report $? "a check reads a beginning of a long run"
exits 0 "its race is replayed" "$foretrace" replay early.run R1 -n 1 --results early.json
shows '^R1 reached: always \(1 of 1\)' "and reached"
exits 0 "its race is explained" "$foretrace" explain early.run R1 --results early.json
shows 'racy' "by its events"
jq '.trace.expanded -= 1 | .trace.events -= 1 | .races[0].pair[0].event -= 1' early.json >other.json
exits 65 "results of another run are not" "$foretrace" explain early.run R1 --results other.json

# ---- JSON ------------------------------------------------------------------------

exits 0 "JSON" "$foretrace" replay run R1 -n 2 -f json -o replay.json
[ ! -s out ]
report $? "in a file"
exits 0 "JSON of one run" "$foretrace" replay run R1 -n 1 -f json
jq -e '.replay == {outcome: "confirmed", runs: 1, reached: 1, miss: null}' out >/dev/null
report $? "is not mixed with what the program prints"
cd - >/dev/null || exit 1
valid foretrace-replay-1 "$work/replay.json"
report $? "is as the schema says"
cd "$work" || exit 1
jq -e '.finding == "R1" and .replay.reached == 2 and .ended.by == "exit" and
  .interrupted == false' replay.json >/dev/null
report $? "has what was asked for, how often, and how it ended"

# ---- gdb -------------------------------------------------------------------------

mkdir bin
cat >bin/gdb <<'SH'
#!/bin/sh
while [ "$1" != -p ]; do shift; done
echo "gdb at $2"
grep -c . "/proc/$2/task/$2/stat"
SH
chmod +x bin/gdb
exits 0 "--gdb" env PATH="$work/bin:$PATH" "$foretrace" replay run R1 --gdb
grep -q '^gdb at [0-9]' out && grep -q 'is parked right before it; threads T1 .*T2' err
report $? "starts gdb on the parked program"
exits 69 "--gdb without gdb" env PATH=/nowhere "$foretrace" replay run R1 --gdb
says 'gdb was not found' "says so"

# ---- other ways ------------------------------------------------------------------

cat >fickle.c <<'C'
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int x, other;
static void *first (void *a) {
  pthread_mutex_lock (&l);
  if (!access ("branch", F_OK))
    other = 1;
  else
    x = 0;
  pthread_mutex_unlock (&l);
  return a;
}
static void *second (void *a) {
  pthread_mutex_lock (&l);
  pthread_mutex_unlock (&l);
  x = 1;
  other = 2;
  return a;
}
int main (void) {
  pthread_t t, u;
  if (!access ("hang", F_OK))
    for (;;)
      pause ();
  if (!access ("end", F_OK))
    return 9;
  pthread_create (&t, NULL, first, NULL);
  pthread_create (&u, NULL, second, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
C
build_program fickle
"$foretrace" record -q -o fickle-run -- ./fickle
exits 0 "a program as it was" "$foretrace" replay fickle-run R1 -n 2
touch branch
exits 67 "a program that takes another branch" "$foretrace" replay fickle-run R1 -n 2
shows '^R1 reached: never \(0 of 2\)' "never gets there"
shows 'Otherwise thread 1' "which thread went another way is said"
mv branch end
exits 67 "a program that ends at once" "$foretrace" replay fickle-run R1 -n 1
mv end hang
exits 67 "a program that hangs" "$foretrace" replay fickle-run R1 -n 1 --timeout 2
rm hang

# ---- bad input -------------------------------------------------------------------

exits 64 "a race that there is not" "$foretrace" replay run R9
says "no such one" "says so"
exits 65 "no recording" "$foretrace" replay "$work/bin" R1
says 'is no recorded run' "says so"
exits 65 "nothing there" "$foretrace" replay "$work/none" R1
exits 65 "no witness" "$foretrace" replay run "$work/none.json"
cp -r run other
rm other/checksums # else they say first that somebody has changed run.json
sed -i 's/"wire": *[0-9]*/"wire": 999/; s/"version": "[^"]*"/"version": "9.9.9"/' other/run.json
exits 69 "a recording of another version" "$foretrace" replay other R1
says 'recorded by foretrace 9.9.9.*record again' "tells what to do"
cp run/run.json other/run.json && sed -i 's/"program"/"porgram"/' other/run.json
exits 65 "a damaged run.json" "$foretrace" replay other R1
says 'is damaged' "says so"
echo '{' >other/run.json
exits 65 "one that is no JSON" "$foretrace" replay other R1
sed 's/"schedule": \[[0-9]*, /"schedule": [/' w/R1.json >bad.json
exits 65 "a witness that the checker rejects" "$foretrace" replay run bad.json
says 'the checker rejects' "is not followed"
echo 'int unused;' >>hidden.c && build_program hidden
exits 69 "a program that has changed" "$foretrace" replay run R1
says 'has changed since run was recorded' "says so"
rm hidden
exits 69 "a program that is gone" "$foretrace" replay run R1
exits 64 "no race named" "$foretrace" replay run
exits 0 "replay --help" "$foretrace" replay --help
