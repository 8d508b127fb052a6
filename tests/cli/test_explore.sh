#!/bin/bash
# 'foretrace explore': runs chosen by what earlier runs left open.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

cp tests/programs/branch_writes.c "$work/path.c"
build_program path
write_clean
cat >"$work/ends.c" <<'C'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int x;
static const char *how;
static void leave (void) {
  setsid ();
  if (fork ())
    _exit (0);
  FILE *left = fopen ("left", "a");
  fprintf (left, "%d\n", (int)getpid ());
  fclose (left);
  for (;;)
    pause ();
}
static void damage (void) {
  char path[4096];
  snprintf (path, sizeof path, "%s/modules", getenv ("FORETRACE_RUN"));
  FILE *modules = fopen (path, "r+");
  fwrite ("damaged", 1, 7, modules);
  fclose (modules);
}
static void *run (void *a) {
  x = 1;
  if (!strcmp (how, "crash"))
    abort ();
  if (!strcmp (how, "remove"))
    (void)!system ("rm -rf \"$FORETRACE_RUN\"");
  if (!strcmp (how, "damage") || (!strcmp (how, "wear") && !access ("worn", F_OK)))
    damage ();
  if (!strcmp (how, "wear"))
    close (creat ("worn", 0666));
  if (!strcmp (how, "stop"))
    kill (getppid (), SIGSTOP);
  if ((!strcmp (how, "leave") || !strcmp (how, "orphan")) && !fork ())
    leave ();
  struct stat s;
  while ((!strcmp (how, "leave") || !strcmp (how, "orphan")) &&
         (stat ("left", &s) || !s.st_size))
    sched_yield ();
  if (!strcmp (how, "orphan"))
    kill (getppid (), SIGKILL);
  for (pthread_t t; !strcmp (how, "bomb");)
    if (pthread_create (&t, NULL, run, NULL))
      break;
  while (!strcmp (how, "hang"))
    usleep (1000);
  return a;
}
int main (int argc, char **argv) {
  pthread_t t;
  how = argc > 1 ? argv[1] : "";
  pthread_create (&t, NULL, run, NULL);
  x = 2;
  pthread_join (t, NULL);
}
C
build_program ends
gone() { ! kill -0 $(cat left); }
cd "$work" || exit 1

# ---- what it finds ---------------------------------------------------------------

exits 66 "a race" "$foretrace" explore --patience 3 -- ./path
shows '^R1  data race  .*path.c:12:8.*path.c:26:10' "is reported"
shows 'confirmed on the program itself 3/3' "with what the program did"
says 'run 1: data race' "and told at once"
command=$(sed -n 's/^  replay: foretrace //p' out | head -n 1)
exits 0 "the command that reproduces it" "$foretrace" $command -n 2
exits 64 "no replay at all" "$foretrace" $command -n 0
mv path away
exits 69 "a program that is gone" "$foretrace" $command -n 2
says 'path: No such file.* put it back' "is told with a remedy"
mv away path
command=$(sed -n 's/^  check:  foretrace //p' "$work/out" | head -n 1)
exits 66 "its run" "$foretrace" check path.explore/runs/1
exits 0 "no race" "$foretrace" explore --patience 3 -- ./clean
shows '^0 races in [0-9]+ runs?' "is no race"
shows 'nothing is left to try' "and the search stops"

exits 66 "JSON" "$foretrace" explore --patience 3 -f json -o r.json -- ./path
holds r.json '(d["schema"] == "foretrace-exploration/1" and
  d["races"][0]["replay"]["reached"] == 3 and
  d["candidates"][0]["state"] == "confirmed")' "has the races and candidates"
cd - >/dev/null || exit 1
valid foretrace-exploration-1 "$work/r.json"
report $? "is as the schema says"
cd "$work" || exit 1
for strategy in random pct repeat; do
  exits 66 "$strategy" "$foretrace" explore --fresh --strategy $strategy \
    --runs 4 -q -- ./path
done

exits 66 "runs by chance" "$foretrace" explore --fresh --strategy random --runs 6 -q -- ./path
[ "$(ls path.explore/runs)" = 1 ]
report $? "leave no recordings that nothing refers to"
exits 66 "--disk" "$foretrace" explore --fresh --disk 1k -q -- ./path
shows 'ended by --disk' "bounds what is kept"
runs=$(grep -c '"step"' path.explore/journal)
exits 66 "--disk, again" "$foretrace" explore --disk 1k -q -- ./path
shows 'ended by --disk' "is as full as it was"
[ "$(grep -c '"step"' path.explore/journal)" -eq "$runs" ]
report $? "and no more runs are made"

exits 0 "repeat" "$foretrace" explore --fresh --strategy repeat --runs 4 -q -- ./clean
[ "$(ls clean.explore/runs)" = 1 ] &&
  [ "$(grep -o '"trace":"[0-9a-f]*"' clean.explore/journal | sort -u | wc -l)" = 1 ]
report $? "makes the same run each time"

cat >abba.c <<'C'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *run (void *p) {
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  return p;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, run, NULL);
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);
  pthread_join (t, NULL);
}
C
build_program abba
exits 66 "a deadlock" "$foretrace" explore --runs 1 -q -- ./abba
shows '^D1  deadlock  abba.c:14:3  <->  abba.c:5:3' "is a finding"
exits 0 "the command that reproduces it" \
  "$foretrace" $(sed -n 's/^  replay: foretrace //p' out) -n 1 -t 2
# Runs that take the locks in either order first show one deadlock.
cat >either.c <<'C'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *forth (void *p) {
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  return p;
}
static void *back (void *p) {
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);
  return p;
}
int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], NULL, forth, NULL);
  pthread_create (&t[1], NULL, back, NULL);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
}
C
build_program either
exits 66 "a deadlock in either direction" "$foretrace" explore --runs 5 -q -- ./either
[ "$(grep -c '^D' out)" = 1 ]
report $? "is one finding"

exits 66 "JSON" "$foretrace" explore --runs 1 -f json -o dead.json -- ./abba
(cd "$OLDPWD" && valid foretrace-exploration-1 "$work/dead.json")
report $? "has it as the schema says"
exits 0 "--observed, which predicts none" "$foretrace" explore --fresh --observed \
  --runs 1 -q -- ./abba

# ---- inputs ----------------------------------------------------------------------

# Section 3.7 of the paper: e3 and e6 race with input 5, which is found after
# e1 and e4 were swapped.
cp "$OLDPWD/tests/explore/paper_example.c" paper.c && "$cc" -g -pthread paper.c -o paper
exits 66 "the paper's example" "$foretrace" explore --symbolic arg1 --patience 5 \
  --runs 50 -- ./paper 0
shows '^R[0-9]+  data race  paper.c:16:5  <->  paper.c:23:5' "e1 and e4 race"
shows '^R[0-9]+  data race  paper.c:16:5  <->  paper.c:24:19' "e1 and e5 race"
grep -A 2 'paper.c:18:7  <->  paper.c:25:7' out | grep -q 'with the input arg1="5"'
report $? "e3 and e6 race, with input 5"
grep -A 5 'paper.c:18:7  <->  paper.c:25:7' out >pair
exits 0 "the command that reproduces it" "$foretrace" $(sed -n 's/^  replay: foretrace //p' pair | head -n 1)
rm -r paper.explore/runs/*
exits 66 "recordings that somebody removed" "$foretrace" explore --symbolic arg1 \
  --patience 2 --runs 55 -q -- ./paper 0
exits 65 "another input" "$foretrace" explore --symbolic arg1 -- ./paper 1
says "another 'arguments'" "is another exploration"

cp "$OLDPWD/tests/explore/input_argument.c" bound.c && "$cc" -g -pthread bound.c -o bound
exits 66 "a number that has to grow" "$foretrace" explore -j 2 --symbolic arg1 --patience 4 -- ./bound 3
shows 'with the input arg1="[0-9]{3,}' "grows"
exits 66 "--observed" "$foretrace" explore --fresh --symbolic arg1 --strategy random \
  --observed --runs 6 -- ./paper 0

# ---- memory ----------------------------------------------------------------------

exits 66 "one run" "$foretrace" explore --fresh --runs 1 -q -- ./path
shows ' in 1 run;' "is not called runs"
exits 66 "an exploration goes on" "$foretrace" explore --runs 5 -q -- ./path
shows ' in 5 runs' "from what is known"
[ "$(grep -c '"step":"first"' path.explore/journal)" -eq 1 ]
report $? "and begins only once"
rm -r path.explore
"$foretrace" explore --patience 500 -q -- ./path >/dev/null 2>&1 &
explorer=$!
await grep -q '"run":4' path.explore/journal
kill -KILL $explorer
wait $explorer 2>/dev/null
exits 66 "after a kill" "$foretrace" explore --patience 3 -q -- ./path
/usr/bin/python3 -c 'import json
runs = [json.loads(l).get("run", 0) for l in open("path.explore/journal")]
assert runs == list(range(len(runs)))'
report $? "every run is in the journal once"
printf '{"run":99,"step"' >>path.explore/journal
exits 66 "a line that is cut" "$foretrace" explore --patience 3 -q -- ./path
! grep -q '"run":99' path.explore/journal
report $? "is dropped"
sed -i '2s/.*/nonsense/' path.explore/journal
exits 65 "a damaged journal" "$foretrace" explore -q -- ./path
says 'journal:2: ' "is refused with its line"
exits 66 "--fresh" "$foretrace" explore --fresh --patience 1 -q -- ./path
exits 65 "another memory model" "$foretrace" explore --memory-model sc -- ./path
says "another 'memory_model'" "is another exploration"
exits 65 "another program" "$foretrace" explore -d path.explore -- ./clean
says "another 'program'" "is told"

# A slow run, so that there is time to look at the directory from outside.
"$foretrace" explore --patience 500 --run-timeout 2 -q -d "two words" -- ./ends hang \
  >/dev/null 2>&1 &
explorer=$!
await [ -s "two words/journal" -a -e "two words/runs/1" ]
exits 69 "a second explorer" "$foretrace" explore --fresh -q -d "two words" -- ./ends hang
says 'another exploration is at work' "is refused"
[ -s "two words/journal" ] && [ -e "two words/runs/1" ]
report $? "and removes nothing"
kill -9 $explorer
wait $explorer 2>/dev/null
exits 66 "afterwards" "$foretrace" explore --fresh --runs 1 -q -d "two words" -- ./path
eval "replay=($(sed -n 's/^  replay: foretrace //p' out | head -n 1))"
exits 0 "a command with words in quotes" "$foretrace" "${replay[@]}" -n 2

# ---- bad programs ----------------------------------------------------------------

exits 66 "a crash" "$foretrace" explore --patience 1 -q -- ./ends crash
shows '^C1 .*signal 6' "is a finding"
eval "again=($(sed -n 's/^  again: foretrace //p' out | head -n 1))"
exits 0 "the command that makes it again" "$foretrace" "${again[@]}"
shows '^run 1 again: signal 6' "makes it crash again"
exits 65 "a run that was not made" "$foretrace" explore --again 99 -- ./ends crash
exits 65 "one of no exploration" "$foretrace" explore -d none --again 1 -- ./ends crash
[ ! -e none ]
report $? "makes none"
touch ends.explore/bad-ends.json.4711.tmp
exits 66 "an explorer that was killed while it wrote" "$foretrace" explore --patience 1 -q -- ./ends crash
[ -s ends.explore/bad-ends.json ] && [ ! -e ends.explore/bad-ends.json.4711.tmp ]
report $? "leaves a file that the next one removes"
touch ends.explore/other.4711.tmp
exits 69 "a file of somebody else" "$foretrace" explore --fresh --patience 1 -q -- ./ends crash
says 'exists and is no exploration' "is kept"
rm ends.explore/other.4711.tmp
# A replay that ends while a thread waits on a condition: the thread looks again,
# and later signals reach it.
cat >"$work/queue.c" <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
static struct node *head, *tail;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done, produced;
static void push (int v) {
  struct node *n = malloc (sizeof *n);
  n->v = v;
  n->next = NULL;
  pthread_mutex_lock (&m);
  if (tail)
    tail->next = n;
  else
    head = n;
  tail = n;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
}
static void *producer (void *a) {
  for (int i = 0; i < 3; i++)
    push (i);
  pthread_mutex_lock (&m);
  done = 1;
  pthread_cond_broadcast (&c);
  pthread_mutex_unlock (&m);
  produced = 3;
  return a;
}
static void *consumer (void *a) {
  for (;;) {
    pthread_mutex_lock (&m);
    while (!head && !done)
      pthread_cond_wait (&c, &m);
    struct node *n = head;
    if (n && !(head = n->next))
      tail = NULL;
    pthread_mutex_unlock (&m);
    if (!n)
      break;
    free (n);
  }
  printf ("%d\n", produced);
  return a;
}
int main (void) {
  pthread_t p, q;
  pthread_create (&q, NULL, consumer, NULL);
  pthread_create (&p, NULL, producer, NULL);
  pthread_join (p, NULL);
  pthread_join (q, NULL);
}
C
build_program queue
exits 66 "a bounded queue" "$foretrace" explore --runs 9 --run-timeout 60 -q \
  -f json -o queue.json -- ./queue
holds queue.json "not d['crashes'] and not d['unrepeated']" "never hangs"

# A program that crashes once: replays put files back, but for direct system calls.
cat >"$work/once.c" <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
static int x;
static void *run (void *a) {
  x = 1;
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, run, NULL);
  x = 2;
  pthread_join (t, NULL);
  if (!syscall (SYS_unlinkat, AT_FDCWD, "marker", 0))
    raise (SIGSEGV);
}
C
build_program once
touch marker
exits 66 "a crash that does not come again" "$foretrace" explore --runs 1 -- ./once
shows '^Run 1 ended badly \(signal 11 .*no finding' "is told as such"
! grep -q '^C1' out
report $? "and is no finding"
rm -rf queue.json queue.explore once.explore
exits 66 "a hang" "$foretrace" explore --patience 1 --runs 2 --run-timeout 1 -q \
  -d hang.explore -- ./ends hang
shows '^C1 .*hangs' "is a finding"
SECONDS=0
exits 66 "time" "$foretrace" explore --fresh --patience 1 --runs 3 --run-timeout 1 -q \
  -d hang.explore -f json -o first.json -- ./ends hang
# At least one run hangs for its second; how much more, the machine decides.
holds first.json "1 <= d['summary']['seconds'] <= $((SECONDS + 1))" \
  "is that of the clock"
exits 66 "a budget" "$foretrace" explore --budget 1 --runs 9 --run-timeout 3 -q \
  -d hang.explore -f json -o second.json -- ./ends hang
SECONDS=0
exits 66 "nothing more" "$foretrace" explore --runs 3 -q -d hang.explore -f json \
  -o third.json -- ./ends hang
/usr/bin/python3 -c 'import json, sys
a, b, c = (json.load(open(n + ".json"))["summary"]["seconds"]
           for n in ("first", "second", "third"))
assert a + 0.9 < b <= c < b + int(sys.argv[1]) + 1' $SECONDS
report $? "the time of searches adds up"
exits 0 "a program that kills what runs it" "$foretrace" explore --patience 2 -q \
  -d orphan.explore -- ./ends orphan
shows '^C1 .*ends the process that runs it' "is a finding, and the search ends"
[ -s left ] && await gone
report $? "what it has started ends with it"
rm left
exits 66 "a program that leaves processes in sessions of their own" "$foretrace" \
  explore --runs 1 -q -d leave.explore -- ./ends leave
[ -s left ] && await gone
report $? "they end with their runs"
exits 0 "a program that removes its recording" "$foretrace" explore --patience 1 -q \
  -d remove.explore -- ./ends remove
shows '^C1 .*removes its recording' "is a finding"
exits 66 "recordings that cannot be read, behind one that can" "$foretrace" explore \
  --patience 1 -q -d wear.explore -f json -o wear.json -- ./ends wear
holds wear.json 'd["races"] and 0 < len(d["unread"]) < d["summary"]["runs"]' \
  "are left out"
holds wear.json 'all("/modules:1" in u["what"] for u in d["unread"])' "and named"
(cd "$OLDPWD" && valid foretrace-exploration-1 "$work/wear.json")
report $? "as the schema says"
exits 66 "the same search, to be told in words" "$foretrace" explore --runs 1 -q \
  -d wear.explore -- ./ends wear
shows '^[0-9]+ runs? could not be read, and nothing is known of (it|them); run [0-9]+: ' \
  "the report counts them"
exits 65 "no recording that can be read" "$foretrace" explore -q \
  -d damage.explore -- ./ends damage
says '^foretrace: .*damage.explore/runs/[0-9]+/modules:1: expected' "ends with the error of one"
"$foretrace" explore -q -d away.explore --run-timeout 1 -- ./ends hang >out 2>err &
explorer=$!
await [ -s away.explore/journal ]
mv away.explore out.away # at once, whatever is being written there
wait $explorer
[ $? -eq 69 ] && grep -q 'No such file' err && [ ! -e away.explore ]
report $? "a directory that is removed meanwhile ends the search"
exits 66 "a program that stops what runs it" "$foretrace" explore --runs 1 -q \
  -d stop.explore -- ./ends stop
exits 66 "a bomb of threads" "$foretrace" explore --runs 2 --run-timeout 1 -q \
  -d bomb.explore -- ./ends bomb
shows '^C1 ' "is a finding"
exits 69 "a program that was not built for it" "$foretrace" explore -- /bin/true
[ ! -e true.explore ]
report $? "leaves nothing behind"
mkdir other && touch other/file
exits 69 "a directory of something else" "$foretrace" explore -d other -- ./path
[ -e other/file ]
report $? "is left alone"
printf diary >other/journal && rm other/file
exits 65 "a journal of something else" "$foretrace" explore -d other -- ./path
[ "$(cat other/journal)" = diary ]
report $? "is left alone"
mkdir full
if mount -t tmpfs -o size=100k none full 2>/dev/null; then
  exits 69 "a full disk" "$foretrace" explore -q -d full/path -- ./path
  says 'No space left.*goes on from where it is' "is told"
  mount -o remount,size=9m full
  exits 66 "with room again" "$foretrace" explore --runs 1 -q -d full/path -- ./path
  [ "$(ls full/path/runs)" = 1 ] && ! grep -q crash full/path/journal
  report $? "it goes on, and nothing is wrong with the program"
  umount full
fi
exits 64 "no program" "$foretrace" explore
exits 64 "no such strategy" "$foretrace" explore --strategy none -- ./path
list=$(sed -n "s/.*expected one of racageddon, \(.*\); found.*/\1/p" err)
[ -n "$list" ] && "$foretrace" explore --help | grep -qF " $list"
report $? "and the help has those that there are"
exits 64 "no jobs" "$foretrace" explore -j 0 -- ./path
exits 64 "too many jobs" "$foretrace" explore -j 2000000000 -- ./path
exits 64 "no run" "$foretrace" explore --again 0 -- ./path
ls >now
! grep -vE '^(path|clean|ends|queue|once|abba|dead|hang|bomb|left|leave|stop|remove|wear|worn|damage|two words|orphan|full|first|second|third|paper|pair|bound|either|other|out|err|now|r\.json)' now
report $? "nothing is written elsewhere"

# ---- memory orders -------------------------------------------------------------

cp "$OLDPWD/tests/programs/message_relaxed.c" relaxed.c && "$cc" -g -pthread relaxed.c -o relaxed
exits 66 "a relaxed flag" "$foretrace" explore --patience 3 -f json -o relaxed.json -- ./relaxed
holds relaxed.json '[(r["pair"], r["memory_model"]) for r in d["races"]
  if r["replay"]["reached"]] == [(["relaxed.c:13:8", "relaxed.c:21:8"], "c11")]' "is a race by c11"
(cd "$OLDPWD" && valid foretrace-exploration-1 "$work/relaxed.json") 2>err
report $? "that fits the schema"
exits 66 "as text" "$foretrace" explore --patience 3 -q -- ./relaxed
shows "^  certified \(mcm, c11\) in run 1, confirmed on the program itself 3/3" "which names it"
exits 0 "and none by sc" "$foretrace" explore --fresh --patience 3 -q --memory-model sc -- ./relaxed
cp "$OLDPWD/tests/programs/message_release_acquire.c" ordered.c && "$cc" -g -pthread ordered.c -o ordered
exits 0 "a flag that orders" "$foretrace" explore --patience 3 -q -- ./ordered
cp "$OLDPWD/tests/programs/dekker_relaxed.c" dekker.c && "$cc" -g -pthread dekker.c -o dekker
exits 0 "loads that return the last store" "$foretrace" explore --patience 3 -q -- ./dekker
exits 66 "an older one" "$foretrace" explore --fresh --patience 3 -q --memory-model rc11 -- ./dekker
shows "^  certified \(path, rc11\) in run 1, confirmed on the program itself 3/3" "is a race by rc11"
shows '^  check:  foretrace check dekker.explore/runs/[0-9]+ --memory-model rc11$' "the command for more"
eval "check=($(sed -n 's/^  check:  foretrace //p' out | head -n 1))"
exits 66 "finds it, too" "$foretrace" "${check[@]}"
