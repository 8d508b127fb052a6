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

# ---- JSON ------------------------------------------------------------------------

exits 66 "--format json" "$foretrace" run -q -d kept --format json -o races.json -- ./hidden
cd - >/dev/null || exit 1
valid foretrace-results-1 "$work/races.json"
report $? "is as the schema says"
cd "$work" || exit 1
holds races.json 'd["races"][0]["replay"] == {"runs": 20, "reached": 20}' "with the replays"
holds races.json 'd["trace"]["format"] == "run"' "of a run"
holds races.json '[s["function"] for s in d["races"][0]["pair"]] == ["writer1", "writer2"]' "with functions"
holds races.json '[(s["file"].split("/")[-1], s["line"]) for s in d["races"][0]["pair"]] == [("hidden.c", 15), ("hidden.c", 23)]' "and places"
holds races.json 'd["races"][0]["pair"][0]["stack"][0]["function"] == "writer1"' "and stacks"
exits 0 "verify agrees" "$foretrace" verify kept races.json
exits 1 "a baseline that knows it: the program's own status" "$foretrace" run -q --baseline races.json -- ./hidden

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

# ---- other processes -------------------------------------------------------------

build_program again -pthread
exits 66 "a program that executes itself" "$foretrace" run -d kept -- ./again
shows '^process kept/process-' "its second process is checked, too"
! grep -q 'foretrace replay kept/process-' "$work/out"
report $? "no replay is offered for it"
shows 'data race on .x.' "and its race is found"
exits 0 "with --format json" "$foretrace" run -d kept --format json -- ./again
says 'foretrace check kept/process-' "it is named"

# ---- mistakes --------------------------------------------------------------------

exits 69 "a program not built with foretrace-cc" "$foretrace" run -- /bin/true
says 'not built with foretrace-cc' "says how to build it"
exits 69 "an output that cannot be written is known before the program runs" "$foretrace" run -o /nowhere/x -- ./clean
[ -z "$(ls -d -- clean.foretrace-* 2>/dev/null)" ]
report $? "indeed"
exits 64 "no program" "$foretrace" run --format json
exits 0 "run --help" "$foretrace" run --help
