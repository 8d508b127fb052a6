#!/bin/bash
# 'foretrace record': programs are run as they are, or not at all, and what
# became of them is known afterwards.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

write_clean
clean=$work/clean
run_dir=$work/run

# ---- a recording ---------------------------------------------------------------

exits 7 "record passes the exit status on" "$foretrace" record -o "$run_dir" -- "$clean" 7
says "recorded into $run_dir" "and says where the recording is"
holds "$run_dir/status.json" \
  'd["ended"] == "exit" and d["status"] == 7 and d["signal"] is None and d["recording"] == "complete" and d["threads"] == 2' \
  "status.json tells how it ended"
holds "$run_dir/run.json" \
  'd["program"].endswith("/clean") and d["arguments"][1] == "7" and d["version"] and d["uninstrumented"] == []' \
  "run.json tells what was run"
[ -s "$run_dir/thread-0.zst" ] && [ ! -e "$run_dir/thread-0" ]
report $? "logs are packed"
exits 0 "check reads the recording" "$foretrace" check "$run_dir"
shows 'None predicted from this trace' "and has nothing to report"

exits 3 "record --no-compress, and -d for -o" "$foretrace" record --no-compress -q -d "$run_dir" -- "$clean" 3
[ -s "$run_dir/thread-0" ] && [ ! -e "$run_dir/thread-0.zst" ]
report $? "an older recording is replaced, logs are left as they are"
exits 0 "check reads that, too" "$foretrace" check "$run_dir"
[ ! -s "$work/err" ]
report $? "without a warning"

for schedule in roundrobin random pct; do
  exits 0 "--schedule $schedule" "$foretrace" record -q -s $schedule --seed 3 --slice 100 -o "$run_dir" -- "$clean"
  grep -q "^schedule $schedule\$" "$run_dir/config"
  report $? "is what the runtime was told"
done

(cd "$work" && "$foretrace" record -q -- ./clean && "$foretrace" record -q -- ./clean)
[ -e "$work/clean.foretrace-1/control" ] && [ -e "$work/clean.foretrace-2/control" ]
report $? "without -o a fresh directory is made here"

printf A >"$work/input"
timeout "$patience" "$foretrace" record -q -o "$run_dir" -- "$clean" read <"$work/input"
[ $? -eq 65 ]
report $? "standard input is the program's"
holds "$run_dir/run.json" 'd["input"].endswith("/input") and d["input_kind"] == "file"' "and is known for replays"
printf B | timeout "$patience" "$foretrace" record -q -o "$run_dir" -- "$clean" read
[ $? -eq 66 ]
report $? "also a pipe"

exits 0 "a launcher" "$foretrace" record -q --launcher -o "$run_dir" -- sh -c "'$clean'"
exits 0 "and what it started was recorded" "$foretrace" check "$run_dir"
exits 69 "a launcher that starts nothing of ours" "$foretrace" record -q --launcher -o "$work/none" -- true
says 'nothing was recorded' "says so"
holds "$work/none/status.json" 'd["recording"] == "none" and d["status"] == 0' "and status.json is there all the same"

# ---- signals ---------------------------------------------------------------------

(ulimit -c 0; exits 134 "a fatal signal is raised again" "$foretrace" record -q -o "$run_dir" -- "$clean" abort)
test_number=$((test_number + 1))
holds "$run_dir/status.json" 'd["ended"] == "signal" and d["signal"] == 6 and d["recording"] == "complete"' "and noted"
for signal in TERM INT HUP QUIT; do
  mkfifo "$work/ready"
  (ulimit -c 0; exec timeout "$patience" "$foretrace" record -q -o "$run_dir" -- "$clean" wait) >"$work/ready" &
  pid=$!
  read -r _ <"$work/ready"
  # To foretrace itself, not to 'timeout', which would pass on what it likes.
  read -r child _ <"/proc/$pid/task/$pid/children"
  kill -"$signal" "$child"
  wait "$pid"
  rm "$work/ready"
  number=$(kill -l "$signal")
  holds "$run_dir/status.json" "d['signal'] == $number" "SIG$signal is passed on to the program"
done

# ---- limits ----------------------------------------------------------------------

exits 0 "--max-trace-size lets the program run on" "$foretrace" record -q --max-trace-size 64K -o "$run_dir" -- "$clean" many
holds "$run_dir/status.json" 'd["recording"] == "stopped" and d["status"] == 0' "and the recording says that it stopped"
run "$foretrace" check "$run_dir"
grep -q 'stopped at its size limit' "$work/err" && [ "$status" -eq 0 ]
report $? "which check tells"

exits 69 "a directory that cannot be made" "$foretrace" record -o /proc/nowhere -- "$clean"
says '/proc/nowhere: cannot make this directory' "says so"
mkdir "$work/mine" && echo keep >"$work/mine/file"
exits 69 "a directory that is no recording" "$foretrace" record -o "$work/mine" -- "$clean"
says 'exists and is no recorded run' "is not touched"
[ "$(cat "$work/mine/file")" = keep ]
report $? "indeed"
exits 69 "a file in the place of the directory" "$foretrace" record -o "$work/input" -- "$clean"
mkdir "$work/empty"
exits 0 "an empty directory is taken" "$foretrace" record -q -o "$work/empty" -- "$clean"
echo half >"$work/empty/run.json.4711.tmp"
exits 0 "so is a recording that was killed while it wrote" "$foretrace" record -q -o "$work/empty" -- "$clean"
[ ! -e "$work/empty/run.json.4711.tmp" ]
report $? "and nothing is left of that"
echo keep >"$work/empty/notes.4711.tmp"
exits 69 "not one with a file of somebody else" "$foretrace" record -q -o "$work/empty" -- "$clean"

# ---- programs that cannot be recorded ------------------------------------------

exits 69 "a program not built with foretrace-cc" "$foretrace" record -- /bin/true
says 'not built with foretrace-cc; build it with: make CC=foretrace-cc' "tells how to build it"
exits 69 "a program that is not there" "$foretrace" record -- "$work/nothing"
says 'No such file' "says so"
exits 69 "a name that is not in PATH" "$foretrace" record -- no-such-program
says 'not found in PATH' "says so"
(cd "$work" && run "$foretrace" record -- clean; [ $status -eq 69 ] && grep -q 'did you mean ./clean' "$work/err")
report $? "a name that is here: told with ./"
exits 69 "a directory" "$foretrace" record -- "$work"
says 'is a directory' "says so"
exits 69 "a file that is not executable" "$foretrace" record -- "$work/clean.c"
says 'is not executable' "says so"
printf '#!/bin/sh\n%s\n' "$clean" >"$work/script" && chmod +x "$work/script"
exits 69 "a script" "$foretrace" record -- "$work/script"
says 'is a script.*--launcher' "tells what to do"
printf 'nothing much' >"$work/text" && chmod +x "$work/text"
exits 69 "no ELF file" "$foretrace" record -- "$work/text"
says 'is no program' "says so"
: >"$work/nil" && chmod +x "$work/nil"
exits 69 "an empty file" "$foretrace" record -- "$work/nil"
cp "$clean" "$work/narrow" && printf '\001' | dd of="$work/narrow" bs=1 seek=4 conv=notrunc 2>/dev/null
exits 69 "a 32-bit program" "$foretrace" record -- "$work/narrow"
says '32-bit' "says so"
cp "$clean" "$work/foreign" && printf '\267' | dd of="$work/foreign" bs=1 seek=18 conv=notrunc 2>/dev/null
exits 69 "a program for another machine" "$foretrace" record -- "$work/foreign"
says 'not for this machine' "says so"
echo 'int main (void) { return 0; }' >"$work/still.c"
if cc -static "$work/still.c" -o "$work/still" 2>/dev/null; then
  exits 69 "a static program" "$foretrace" record -- "$work/still"
  says 'statically linked' "says so"
fi

# Cut or damaged ELF files are refused, whatever is in them.
size=$(stat -c %s "$clean")
bad=0
for i in $(seq 1 40); do
  head -c $((size * i / 41)) "$clean" >"$work/cut" && chmod +x "$work/cut"
  run "$foretrace" record -q -o "$work/cut-run" -- "$work/cut"
  [ "$status" -eq 69 ] || bad=$((bad + 1))
done
[ "$bad" -eq 0 ]
report $? "cut ELF files are refused"
bad=0
for i in $(seq 1 40); do
  cp "$clean" "$work/damaged"
  head -c 16 /dev/urandom | dd of="$work/damaged" bs=1 seek=$((40 + i * (size - 60) / 41)) conv=notrunc 2>/dev/null
  head -c 8 /dev/urandom | dd of="$work/damaged" bs=1 seek=40 conv=notrunc 2>/dev/null
  run "$foretrace" record -q -o "$work/cut-run" -- "$work/damaged"
  [ "$status" -lt 128 ] || bad=$((bad + 1))
done
[ "$bad" -eq 0 ]
report $? "damaged section headers do no harm"

# ---- nothing, or not all ---------------------------------------------------------------

if [ -x "$build/bin/foretrace-cc" ]; then
  echo 'int x; int main (void) { x = 7; return x; }' >"$work/seven.c"
  "$build/bin/foretrace-cc" -g "$work/seven.c" -o "$work/seven"
  exits 7 "no room for anything: the program's own status" \
    "$foretrace" run --max-trace-size 1 -d "$work/tiny" -- "$work/seven"
  exits 0 "an empty recording is readable" "$foretrace" info "$work/tiny"
  shows 'format run, [01] events?$' "and has what was written before the limit was looked at"
  cat >"$work/switch.c" <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
static ucontext_t here, there;
static char stacks[2][65536];
static sem_t left, never;
static void other (void) {
  sem_post (&left);
  sem_wait (&never);
}
static void end (void) {
  exit (3);
}
static void make (void (*function) (void)) {
  getcontext (&there);
  there.uc_stack.ss_sp = stacks[0];
  there.uc_stack.ss_size = sizeof stacks[0];
  makecontext (&there, function, 0);
}
static void *work (void *a) {
  swapcontext (&here, &there);
  exit (3);
  return a;
}
static void handle (int signal) {
  swapcontext (&here, &there);
}
int main (int argc, char **argv) {
  pthread_t t;
  sem_init (&left, 0, 0);
  sem_init (&never, 0, 0);
  switch (*argv[1]) {
  case 'o': // the own stack of another thread
    make (other);
    pthread_create (&t, 0, work, 0);
    sem_wait (&left);
    setcontext (&here);
  case 'h': // in a handler
    make (end);
    signal (SIGUSR1, handle);
    raise (SIGUSR1);
  case 'c': // a copied stack
    make (end);
    memcpy (stacks[1], stacks[0], sizeof stacks[0]);
    there.uc_mcontext.gregs[REG_RSP] += sizeof stacks[0];
    there.uc_mcontext.gregs[REG_RBX] += sizeof stacks[0];
    setcontext (&there);
  }
  return 1;
}
C
  "$build/bin/foretrace-cc" -g "$work/switch.c" -o "$work/switch"
  while read -r way message; do
    exits 3 "a program that switches stacks: $way" \
      "$foretrace" record -q -o "$work/switched-$way" -- "$work/switch" "$way"
    says "$message.*recording stops here" "says that recording ends there"
    exits 0 "what was recorded until then is readable" \
      "$foretrace" info "$work/switched-$way"
  done <<'E'
own goes on in the own stack of another thread
handler switches stacks in a signal handler
copied switches to a stack .* not given to makecontext
E
fi

# ---- the recorder is killed ---------------------------------------------------------

cat >"$work/long.c" <<'C'
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long x;
static void *add (void *a) {
  for (long i = 0; i < 1000000000; i++) {
    pthread_mutex_lock (&m);
    x++;
    pthread_mutex_unlock (&m);
    if (i == 5000)
      write (1, "far", 3);
  }
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, 0, add, 0);
  add (0);
}
C
if [ -x "$build/bin/foretrace-cc" ]; then
  "$build/bin/foretrace-cc" -w -pthread "$work/long.c" -o "$work/long"
  "$foretrace" record -q -o "$work/killed" -- "$work/long" >"$work/far" 2>/dev/null &
  recorder=$!
  await grep -q far "$work/far"
  exits 65 "a run that is being recorded" "$foretrace" info "$work/killed"
  kill -9 "$recorder"
  wait "$recorder" 2>/dev/null
  ended() { ! pgrep -f "$work/long" >/dev/null; }
  await ended
  report $? "the program does not outlive a killed recorder"
  pkill -9 -f "$work/long"
  exits 0 "a run whose recorder was killed" "$foretrace" info "$work/killed"
  shows 'run, [1-9][0-9]{3,} events' "keeps what was recorded"
fi

# ... and between the head of a part and its first piece.
cat >"$work/naps.c" <<'C'
#include <pthread.h>
#include <unistd.h>
static int x;
static void *add (void *a) {
  for (int i = 0; i < 100; i++)
    x++;
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, add, NULL);
  add (NULL);
  pthread_join (t, NULL);
  write (1, "now", 3);
  pause ();
}
C
"$cc" -w -g -pthread "$work/naps.c" -o "$work/naps"
for head in 0 30 70; do
  "$foretrace" record -q -o "$work/killed" -- "$work/naps" >"$work/said" 2>/dev/null &
  recorder=$!
  await [ -s "$work/said" ]
  program=$(pgrep -P "$recorder")
  kill -9 "$recorder" "$program"
  wait "$recorder" 2>/dev/null
  [ -e "$work/killed/slots" ] && [ ! -e "$work/killed/thread-0.part" ]
  report $? "a recorder that is killed before the first piece"
  head -c "$head" /dev/zero >"$work/killed/thread-0.part"
  exits 0 "with $head bytes of the part" "$foretrace" info "$work/killed"
  shows 'run, [4-9][0-9]{2} events' "it keeps what was recorded"
  rm -rf "$work/killed" "$work/said"
done

# ---- usage -----------------------------------------------------------------------

exits 64 "no program" "$foretrace" record
says "the program after '--'" "says how"
exits 64 "a program without --" "$foretrace" record "$clean"
exits 64 "nothing after --" "$foretrace" record -o x --
exits 64 "a seed that is no number" "$foretrace" record --seed x -- "$clean"
exits 64 "an unknown schedule" "$foretrace" record --schedule fair -- "$clean"
exits 0 "record --help" "$foretrace" record --help
shows 'max-trace-size' "lists the options"
