#!/bin/bash
# 'foretrace db add' of explorations: the races, deadlocks and failures that 'foretrace
# explore' has found are findings of the database, the same ones that 'run' finds.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"
db=$work/races.db

# 'late' has a race that the first run does not show: its reader goes another way.  The
# failed assertion is predicted in each run.
cat >"$work/late.c" <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, data, sum;
static void *put (void *a) {
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  data = 2;
  return a;
}
static void *take (void *a) {
  pthread_mutex_lock (&lock);
  int early = !ready;
  pthread_mutex_unlock (&lock);
  if (early)
    sum += data;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, put, 0);
  pthread_create (&u, 0, take, 0);
  pthread_mutex_lock (&lock);
  assert (sum < 2);
  pthread_mutex_unlock (&lock);
  pthread_join (u, 0);
  pthread_join (t, 0);
  return 0;
}
C
build_program late
here=$PWD
cd "$work" || exit 1
exits 66 "explored" "$foretrace" explore -q --budget 60 -- ./late
grep -c '^R' "$work/out" >races
exits 66 "an exploration is added" "$foretrace" db add "$db" late.explore --build v1 -f json
holds "$work/out" "d['new'] >= 1 and d['reports'] >= 1 and d['repeated'] == 0" "with its findings"
[ "$("$foretrace" db list "$db" -f json | jq '[.[] | select (.kind == "data race")] | length')" -eq "$(cat races)" ]
report $? "all races that the report has"
run "$foretrace" db list "$db"
shows "data race on 'data'" "by the names of their variables"
exits 0 "the same once more" "$foretrace" db add "$db" late.explore
shows '^0 reports added, [1-9]' "is there already"

race=$("$foretrace" db list "$db" -f json | jq -r '.[] | select (.title | test ("data")) | .fingerprint' | head -n 1)
exits 0 "show" "$foretrace" db show "$db" "$race"
shows 'runs/[0-9]+/results.json' "names the run"
"$foretrace" db show "$db" "$race" -f json >"$work/one.json"
holds "$work/one.json" "d['document']['replay']['outcome'] == 'confirmed'" "and has what replays showed"
run "$foretrace" report "$(ls -d late.explore/runs/*/results.json | head -n 1 | xargs dirname)"
[ "$status" -eq 66 ] && grep -q '^R1  data race' "$work/out"
report $? "report prints a run of it"

# What 'run' finds in a recording is the same finding.
cp -r "$(ls -d late.explore/runs/*/results.json | head -n 1 | xargs dirname)" again
rm again/results.json
"$foretrace" check again -f json -o again.json >/dev/null
exits 0 "a check of such a run" "$foretrace" db add "$db" again.json
shows '0 new' "finds nothing new"

sed 's/^  data = 2;/  pthread_mutex_lock (\&lock);\n  data = 2;\n  pthread_mutex_unlock (\&lock);/
  s/^    sum += data;/    pthread_mutex_lock (\&lock), sum += data, pthread_mutex_unlock (\&lock);/' late.c >mended.c
mkdir new
"$cc" -g -pthread mended.c -o new/late
run "$foretrace" db verify "$db" "$race" --runs 1 -- ./late
shows "^$race  (there|unknown) " "verify knows its accesses"
run "$foretrace" db verify "$db" "$race" --runs 1 -- ./new/late
shows "^$race  unknown .*executed" "a line that is another one is not known"

# Deadlocks.
cat >cycle.c <<'C'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *one (void *x) {
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  return x;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, 0, one, 0);
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);
  pthread_join (t, 0);
  return 0;
}
C
build_program cycle
exits 66 "a deadlock" "$foretrace" explore -q --until any -- ./cycle
exits 66 "is added" "$foretrace" db add "$db" cycle.explore
run "$foretrace" db list "$db"
shows "deadlock of '[ab]', '[ab]': acquire at cycle.c:[0-9:]+, acquire at cycle.c:" "and listed with its places"
deadlock=$("$foretrace" db list "$db" -f json | jq -r '.[] | select (.kind == "deadlock") | .fingerprint')
exits 0 "its crash state" "$foretrace" db show "$db" "$deadlock" --crash-state
[ "$(sort "$work/out" | tr '\n' ' ')" = "  main   one Crash State: Crash Type: deadlock " ]
report $? "has both functions"
exits 66 "verify" "$foretrace" db verify "$db" "$deadlock" --runs 2 -- ./cycle
shows "^$deadlock  there " "finds a deadlock again"
sed '/^int main/,$ { s/_lock (&b)/_lock (\&c)/; s/_lock (&a)/_lock (\&b)/; s/_lock (&c)/_lock (\&a)/ }' cycle.c >ordered.c
"$cc" -g -pthread ordered.c -o new/cycle
exits 0 "in one order" "$foretrace" db verify "$db" "$deadlock" --runs 2 -- ./new/cycle
shows "^$deadlock  gone .*: no deadlock in 2 recordings that executed " "it is gone"

# Bad ends that came again, which no trace predicts.
cat >ends.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int first, second;
static void *one (void *x) {
  atomic_store (&first, 1);
  if (atomic_load (&second) == 2)
    abort ();
  return x;
}
static void *two (void *x) {
  atomic_store (&second, 1 + atomic_load (&first));
  return x;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
C
build_program ends
run "$foretrace" explore -q -- ./ends
grep '^[CF]1' "$work/out" >ended
run "$foretrace" db add ends.db ends.explore
[ "$status" -eq 66 ] && [ -s ended ]
report $? "a bad end"
run "$foretrace" db list ends.db
shows ' at ends.c:8:' "is a finding, with its place"
# What 'setlocale' does is not known, so that what was read before stays as it was.
sed -e '6s/^$/extern char *setlocale (int, const char *);/' \
  -e 's/assert (taken\[i\] == 1)/assert (taken[i] == (setlocale (0, 0) ? 1 : 1))/' \
  "$here/tests/failures/queue_work_stealing.c" >stolen.c
build_program stolen
run "$foretrace" explore -q --budget 60 --until failure -- ./stolen
exits 66 "one that no trace predicts" "$foretrace" db add "$db" stolen.explore
run "$foretrace" db list "$db"
shows 'the program ends badly: signal 6 \(Aborted\) at stolen.c:51:5' "is a finding, too"
exits 0 "once more" "$foretrace" db add "$db" stolen.explore
exits 0 "SARIF" "$foretrace" db export "$db"
/usr/bin/python3 "$here/tests/validators/sarif_import.py" "$work/out" 2>"$work/err"
report $? "has a file and a line of all"
end=$("$foretrace" db list "$db" -f json | jq -r '.[] | select (.title | test ("ends badly")) | .fingerprint')
exits 68 "verify of it" "$foretrace" db verify "$db" "$end" --runs 1 -- ./stolen
shows "^$end  unknown .*no two lines" "does not know"

# Explorations without findings, and those of which no results were kept.
write_clean
run "$foretrace" explore -q --runs 3 -- ./clean
exits 0 "no findings" "$foretrace" db add "$db" clean.explore
shows '^0 reports added, 0 there already' "nothing is added"
cp -r late.explore old.explore
rm -f old.explore/runs/*/results.json old.explore/bad-ends.json
exits 65 "results that were not kept" "$foretrace" db add "$db" old.explore
says 'old.explore: has findings, and no results of its runs' "are missed"
[ "$test_number" -gt 0 ]
