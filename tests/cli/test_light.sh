#!/bin/bash
# Light recordings: the schedule only, and the whole trace made from it later.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

programs=$PWD/tests/programs
ulimit -c 0
light=$work/light full=$work/full

# races RUN FILE: the races of a check, by their fingerprints.
races() {
  timeout "$patience" "$foretrace" check -q --format json -o "$work/races.json" "$1" </dev/null 2>"$work/races.err"
  case $? in
  0 | 66) /usr/bin/python3 -c 'import json, sys
print(sorted(r["fingerprint"] for r in json.load(open(sys.argv[1]))["races"]))' "$work/races.json" >"$2" ;;
  *) cat "$work/races.err" >"$2"; return 1 ;;
  esac
}

# same_races A B TEXT: both can be checked, and have the same races.
same_races() {
  races "$1" "$work/a.races" && races "$2" "$work/b.races" &&
    cmp -s "$work/a.races" "$work/b.races"
  report $? "$3"
}

# inputs_inside RUN: how many inputs are of what the program itself does.
inputs_inside() {
  /usr/bin/python3 - "$1/inputs" <<'PY'
import os, struct, sys
HEAD, PAGE, INSIDE = struct.Struct("<IHHQqiI"), 4096, 64
data = open(sys.argv[1], "rb").read() if os.path.exists(sys.argv[1]) else b""
at, count = PAGE, 0
while at + HEAD.size <= len(data):
    _, kind, flags, _, _, _, size = HEAD.unpack_from(data, at)
    count += flags & INSIDE != 0
    at += HEAD.size + (size + 7) // 8 * 8
print(count)
PY
}

# ---- recording and expanding the same program ---------------------------------

write_clean
"$foretrace" record --mode light -o "$light" -- "$work/clean" 7 2>/dev/null
[ $? -eq 7 ] && [ -e "$light/light" ]
report $? "record --mode light"
holds "$light/run.json" 'd["mode"] == "light"' "run.json says so"
holds "$light/status.json" 'd["recording"] == "complete" and d["words"] > 0' "and is complete"
echo '{"schema": "foretrace-witness/1", "model": "mcm", "pair": [0, 1], "schedule": []}' \
  >"$work/witness.json"
exits 65 "what does not expand says what does" "$foretrace" verify "$light" "$work/witness.json"
says "has no trace.ftp, which .foretrace check. leaves" "namely a check"
for command in filter "convert :in $work/light.jsonl" "explain :in R1" "compare -w 100"; do
  cp -r "$light" "$work/again"
  words=${command#* }
  [ "$words" = "$command" ] && words=
  # shellcheck disable=SC2086
  case $words in
  :in*) run "$foretrace" "${command%% *}" "$work/again" ${words#:in} ;;
  *) run "$foretrace" "${command%% *}" "$work/again" $words ;;
  esac
  [ ! -e "$work/again/light" ] && [ "$status" -ne 69 ] && [ "$status" -ne 67 ]
  report $? "'${command%% *}' expands by itself (exit $status)"
  rm -rf "$work/again"
done
exits 0 "expand" "$foretrace" expand "$light"
[ ! -e "$light/light" ] && [ ! -e "$light.expanding" ]
report $? "the whole trace takes the place of the recording"
holds "$light/status.json" 'd["status"] == 7 and d["recording"] == "complete"' "which ended in the same way"
exits 0 "expanding twice" "$foretrace" expand "$light"
says 'no light recording' "does nothing"

# A deadline that has passed already: no clock decides.
sed 's/until.tv_nsec += 5000000;/until.tv_sec--;/' "$programs/mutex_timedlock_late.c" \
  >"$work/mutex_timedlock_past.c"

for name in counter hidden_lock_order cond_signal barrier_serial semaphore_any_post \
  rwlock_try mutex_timedlock_late mutex_timedlock_past abort_after thread_pool left_behind; do
  source=$programs/$name.c
  [ -e "$source" ] || source=$work/$name.c
  "$cc" -w -g -O1 -pthread "$source" -o "$work/$name" || exit 1
  for how in "roundrobin" "random --seed 5 --slice 60"; do
    { # a program may be ended by a signal, which this shell would tell of
      "$foretrace" record -q --mode light --schedule $how -o "$light" -- "$work/$name"
      "$foretrace" record -q --schedule $how -o "$full" -- "$work/$name"
    } >/dev/null 2>&1 </dev/null
    # When a deadline passes is the clock's: what main does meanwhile differs.
    case $name,$how in
    mutex_timedlock_late,*) ;;
    *)
      cmp -s "$light/schedule" "$full/schedule"
      report $? "$name, $how: light and full have one schedule"
      ;;
    esac
    same_races "$light" "$full" "$name, $how: and the same races"
  done
done

# Who comes back from the kernel when is no choice of the scheduler's.
"$cc" -w -g -O1 -pthread "$programs/pipe_handoff.c" -o "$work/pipes" || exit 1
for seed in 1 2 3; do
  "$foretrace" record -q --mode light --schedule random --seed $seed -o "$light" -- "$work/pipes" >/dev/null
  exits 0 "pipes, seed $seed: expand" "$foretrace" expand "$light"
done

# ---- light builds ----------------------------------------------------------------

# lightly NAME SOURCE [FLAGS...]: $work/NAME, and $work/NAME.l that only counts.
lightly() {
  local name=$1 source=$2
  shift 2
  "$cc" -w -g -O2 -pthread "$source" -o "$work/$name" "$@" &&
    "$cc" --foretrace-light -w -g -O2 -pthread "$source" -o "$work/$name.l" "$@" ||
    { echo "not ok - building $name"; exit 1; }
}

for what in "matrix 30" "striped 8000"; do
  set -- $what
  lightly "$1" "tests/bench/programs/$1.c"
  "$work/$1" "$2" >"$work/expected"
  "$work/$1.l" "$2" >"$work/printed"
  cmp -s "$work/expected" "$work/printed"
  report $? "$1: a light build does the same"
  exits 0 "$1: is recorded lightly by itself" "$foretrace" record -q --slice 5000 -o "$light" -- "$work/$1.l" "$2"
  [ -e "$light/light" ]
  report $? "$1: without being told"
  exits 69 "$1: and not expanded by itself" "$foretrace" check -q "$light"
  says 'without into another file' "$1: but it says with what"
  exits 0 "$1: the full build expands it" "$foretrace" expand "$light" -- "$work/$1"
  exits 0 "$1: a check of it" "$foretrace" check "$light"
done

for name in counter bank_transfer_deadlock hidden_chain jump_locked rcu_freed_early; do
  lightly "$name" "$programs/$name.c"
  "$foretrace" record -q --schedule random --seed 3 --slice 40 -o "$light" -- "$work/$name.l" >/dev/null 2>&1
  exits 0 "$name: a light build, expanded" "$foretrace" expand -q "$light" -- "$work/$name"
  races "$light" "$work/a.races"
  report $? "$name: and checked"
done
lightly counter "$programs/counter.c"
"$foretrace" record -q -o "$light" -- "$work/counter.l" >/dev/null 2>&1
"$foretrace" record -q -o "$full" -- "$work/counter" >/dev/null 2>&1
"$foretrace" expand -q "$light" -- "$work/counter"
same_races "$light" "$full" "without preemption a light build has the races of a full one"
exits 0 "and they can be replayed" "$foretrace" replay -q -n 2 "$light" R1

# The answer of a wait is known at once when the trace is made: its order comes
# from the schedule, behind what has ended the wait.
lightly timer_polled "$programs/timer_polled.c"
"$foretrace" record -q -o "$light" -- "$work/timer_polled.l" >/dev/null 2>&1
"$foretrace" expand -q "$light" -- "$work/timer_polled"
exits 0 "a wait for a timer, expanded: no race is certified" "$foretrace" check -q "$light"

# A signal of another thread interrupts what main waits in.  Main sleeps long before
# the signal is sent, and in the expansion it has to wait at that moment, too.
cat >"$work/interrupted.c" <<'C'
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>
static int x;
static sem_t sem;
static pthread_t first;
static void handler (int n) { (void) n; }
static void *work (void *a) {
  x = 9;
  usleep (20000);
  pthread_kill (first, SIGUSR1);
  return a;
}
static int waited (int how) {
  struct timespec long_time = {60, 0};
  struct timeval as_long = {60, 0};
  switch (how) {
  case 'n': return nanosleep (&long_time, &long_time);
  case 'p': return poll (0, 0, 60000);
  case 's': return select (0, 0, 0, 0, &as_long);
  default: return sem_wait (&sem);
  }
}
int main (int n, char **v) {
  struct sigaction action = {.sa_handler = handler};
  pthread_t t;
  first = pthread_self ();
  sem_init (&sem, 0, 0);
  sigaction (SIGUSR1, &action, 0);
  pthread_create (&t, 0, work, 0);
  int came = waited (*v[1]) < 0 && errno == EINTR;
  if (came)
    x++;
  pthread_join (t, 0);
  return came ? x : 1;
}
C
lightly interrupted "$work/interrupted.c"
for how in nanosleep poll select wait_for_a_semaphore; do
  for mode in light parallel; do
    exits 10 "$how, interrupted: recorded, $mode" \
      "$foretrace" record -q --mode $mode -o "$light" -- "$work/interrupted.l" $how
    run "$foretrace" expand -q "$light" -- "$work/interrupted"
    [ "$status" -eq 0 ] && [ ! -s "$work/err" ]
    report $? "$how, interrupted: expanded as it was recorded"
    exits 0 "$how, interrupted: no race is certified" "$foretrace" check "$light"
    shows "on 'x'.*UNDECIDED" "$how, interrupted: both accesses are there"
  done
done

# The same of calls in the kernel.  A replay does not sleep, so that the signal may be
# there before the call is.
cat >"$work/paused.c" <<'C'
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>
enum { ROUNDS = 10 };
static int x, ends[2];
static atomic_int back;
static pthread_t first;
static void handler (int n) { (void) n; }
static void *work (void *a) {
  for (int i = 1; i <= ROUNDS; i++) {
    x++;
    while (back < i) { // one signal is enough, if main waits by then
      usleep (10000);
      pthread_kill (first, SIGUSR1);
      for (int n = 0; n < 300 && back < i; n++)
        usleep (10000);
    }
  }
  return a;
}
static int waited (char how) {
  struct pollfd p = {ends[0], POLLIN, 0};
  char byte;
  switch (how) {
  case 'p': return pause ();
  case 'r': return (int) read (ends[0], &byte, 1);
  default: return poll (&p, 1, 60000);
  }
}
int main (int n, char **v) {
  struct sigaction action = {.sa_handler = handler};
  pthread_t t;
  int failed = 0;
  first = pthread_self ();
  failed += pipe (ends) != 0;
  sigaction (SIGUSR1, &action, 0);
  pthread_create (&t, 0, work, 0);
  for (int i = 1; i <= ROUNDS; i++) {
    failed += waited (*v[1]) != -1 || errno != EINTR;
    failed += x != i;
    back = i;
  }
  pthread_join (t, 0);
  return failed ? 1 : x;
}
C
lightly paused "$work/paused.c"
for how in pause read wait_for_a_pipe; do
  for mode in light parallel; do
    exits 10 "$how, interrupted: recorded, $mode" \
      "$foretrace" record -q --mode $mode -o "$light" -- "$work/paused.l" $how
    run "$foretrace" expand -q "$light" -- "$work/paused"
    [ "$status" -eq 0 ] && [ ! -s "$work/err" ]
    report $? "$how, interrupted ten times: expanded as it was recorded"
  done
done

# A replay sets no timer: what the program asks of it has the recorded answer.
cat >"$work/timers.c" <<'C'
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static int x;
static timer_t timer;
static void *work (void *a) {
  struct itimerval interval = {.it_value.tv_sec = 1000};
  struct itimerspec made = {.it_value.tv_sec = 1000};
  usleep (300);
  if (a)
    setitimer (ITIMER_REAL, &interval, 0);
  else
    timer_settime (timer, 0, &made, 0);
  x = 8;
  return a;
}
int main (int n, char **v) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  struct itimerval interval = {{0}};
  struct itimerspec made = {{0}};
  pthread_t t;
  signal (SIGUSR1, SIG_IGN);
  timer_create (CLOCK_MONOTONIC, &event, &timer);
  pthread_create (&t, 0, work, n > 1 ? v : 0);
  do {
    getitimer (ITIMER_REAL, &interval);
    timer_gettime (timer, &made);
    usleep (300);
  } while (!interval.it_value.tv_sec && !made.it_value.tv_sec);
  x++;
  pthread_join (t, 0);
  return 0;
}
C
lightly timers "$work/timers.c"
for which in "" set; do
  # shellcheck disable=SC2086
  "$foretrace" record -q -o "$light" -- "$work/timers.l" $which >/dev/null 2>&1
  # shellcheck disable=SC2086
  "$foretrace" record -q -o "$full" -- "$work/timers" $which >/dev/null 2>&1
  exits 0 "a wait for a timer that is asked: expanded" "$foretrace" expand -q "$light" -- "$work/timers"
  same_races "$light" "$full" "and has the races of a full recording"
  exits 66 "one of which is certified" "$foretrace" check "$light"
done

# Several threads wait in the kernel for one lock, and for signals that any of them may
# take.  The exit status says who came when.
cat >"$work/turns.c" <<'C'
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>
enum { ROUNDS = 6, THREADS = 3 };
static pthread_mutex_t m;
static sem_t in;
static unsigned order;
static sigset_t set;
static void *dies (void *a) { // its mutex goes to whom the kernel chooses
  pthread_mutex_lock (&m);
  for (int i = 0; i < THREADS; i++)
    sem_post (&in);
  usleep (3000);
  return a;
}
static void *locks (void *a) {
  sem_wait (&in);
  if (pthread_mutex_lock (&m) == EOWNERDEAD)
    pthread_mutex_consistent (&m);
  order = order * 5 + (unsigned) (uintptr_t) a;
  pthread_mutex_unlock (&m);
  return 0;
}
static void *takes (void *a) { // one signal of as many as there are threads
  struct timespec limit = {60, 0};
  siginfo_t info;
  sem_post (&in);
  while (sigtimedwait (&set, &info, &limit) < 0)
    ;
  pthread_mutex_lock (&m);
  order = order * 5 + (unsigned) (uintptr_t) a;
  pthread_mutex_unlock (&m);
  return 0;
}
static void robust (void) {
  pthread_mutexattr_t how;
  pthread_mutexattr_init (&how);
  pthread_mutexattr_setrobust (&how, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_setpshared (&how, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setprotocol (&how, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init (&m, &how);
}
int main (int n, char **v) {
  pthread_t t[THREADS], d;
  sigemptyset (&set);
  sigaddset (&set, SIGRTMIN + 1);
  pthread_sigmask (SIG_BLOCK, &set, 0);
  robust ();
  sem_init (&in, 0, 0);
  for (int round = 0; round < ROUNDS; round++) {
    if (n == 1)
      pthread_create (&d, 0, dies, 0);
    for (uintptr_t i = 0; i < THREADS; i++)
      pthread_create (t + i, 0, n == 1 ? locks : takes, (void *) (i + 1));
    for (int i = 0; n > 1 && i < THREADS; i++)
      sem_wait (&in);
    for (int i = 0; n > 1 && i < THREADS; i++)
      sigqueue (getpid (), SIGRTMIN + 1, (union sigval){.sival_int = i});
    for (int i = 0; i < THREADS; i++)
      pthread_join (t[i], 0);
    if (n == 1)
      pthread_join (d, 0);
  }
  return (int) (order % 251);
}
C
lightly turns "$work/turns.c"
for what in "" signals; do
  for mode in light parallel; do
    # shellcheck disable=SC2086
    "$foretrace" record -q --mode $mode -o "$light" -- "$work/turns.l" $what
    run "$foretrace" expand -q "$light" -- "$work/turns"
    [ "$status" -eq 0 ] && [ ! -s "$work/err" ]
    report $? "turns $what: expanded as it was recorded, $mode"
    exits 0 "turns $what: no race is certified" "$foretrace" check -q "$light"
  done
done

# The same of locks of files, and of counters that are used as one.
cat >"$work/file_turns.c" <<'C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <unistd.h>
enum { ROUNDS = 8, THREADS = 3 };
static const char *path;
static int counter;
static unsigned order;
static char kind;
static void set (int fd, short type) {
  struct flock l = {.l_type = type, .l_whence = SEEK_SET};
  fcntl (fd, F_OFD_SETLKW, &l);
}
static int try (int fd) {
  struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  return kind == 't' ? flock (fd, LOCK_EX | LOCK_NB) : fcntl (fd, F_OFD_SETLK, &l);
}
static void take (int fd, int round) {
  uint64_t one;
  switch (kind) {
  case 'c': eventfd_read (counter, &one); break;
  case 'u': flock (fd, LOCK_SH); // and more
  case 'f': flock (fd, LOCK_EX); break;
  case 's': flock (fd, round % 2 ? LOCK_EX : LOCK_SH); break;
  case 'r': set (fd, round % 2 ? F_WRLCK : F_RDLCK); break;
  case 't':
  case 'n':
    while (try (fd))
      usleep (50);
    break;
  default: set (fd, F_WRLCK);
  }
}
static void give (int fd) {
  struct flock l = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  switch (kind) {
  case 'c': eventfd_write (counter, 1); break;
  case 'r':
  case 'n': fcntl (fd, F_OFD_SETLK, &l); break;
  case 'o': set (fd, F_UNLCK); break;
  default: flock (fd, LOCK_UN);
  }
}
static void *work (void *a) {
  int fd = open (path, O_RDWR);
  for (int i = 0; i < ROUNDS; i++) {
    take (fd, i);
    if (kind != 's' && kind != 'r')
      order = order * 5 + (unsigned) (uintptr_t) a;
    sched_yield ();
    if (i % 3 == 0)
      usleep (100);
    give (fd);
  }
  close (fd);
  return 0;
}
int main (int n, char **v) {
  pthread_t t[THREADS];
  kind = v[1][0];
  path = v[2];
  counter = eventfd (1, 0);
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create (t + i, 0, work, (void *) (i + 1));
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], 0);
  return (int) (order % 251);
}
C
lightly file_turns "$work/file_turns.c"
touch "$work/locked"
for what in counter flock ofd upgraded shared read_lock try nowait; do
  for mode in light parallel; do
    "$foretrace" record -q --mode $mode -o "$light" -- "$work/file_turns.l" $what "$work/locked"
    run "$foretrace" expand -q "$light" -- "$work/file_turns"
    [ "$status" -eq 0 ] && [ ! -s "$work/err" ]
    report $? "turns of $what: expanded as it was recorded, $mode"
  done
done

# Several threads wait for one descriptor that does not block, by poll and its kin.  Who
# comes back, and who finds that another one was faster, is no choice of the schedule.
cat >"$work/polled.c" <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
enum { THREADS = 3, ITEMS = 20 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char channel, way;
static int in, out, epoll, taken;
static unsigned order;
static void await (void) {
  struct pollfd p = {in, POLLIN, 0};
  struct epoll_event e;
  fd_set set;
  switch (way) {
  case 'p': poll (&p, 1, -1); break;
  case 'P': ppoll (&p, 1, 0, 0); break;
  case 'e': epoll_wait (epoll, &e, 1, -1); break;
  default:
    FD_ZERO (&set);
    FD_SET (in, &set);
    select (in + 1, &set, 0, 0, 0);
  }
}
static int take (void) {
  uint64_t got = 0;
  switch (channel) {
  case 'c': return read (in, &got, 8) == 8;
  case 's': return recv (in, &got, 1, MSG_DONTWAIT) == 1;
  default: return read (in, &got, 1) == 1;
  }
}
static void give (void) {
  uint64_t one = 1;
  write (out, &one, channel == 'c' ? 8 : 1);
}
static void *work (void *a) {
  for (;;) {
    await ();
    int got = take ();
    pthread_mutex_lock (&m);
    taken += got;
    order = order * 5 + 2 * (unsigned) (uintptr_t) a + (unsigned) got;
    int done = taken >= ITEMS;
    pthread_mutex_unlock (&m);
    if (done) {
      give ();
      return 0;
    }
  }
}
static void make (void) {
  int ends[2];
  struct epoll_event e = {EPOLLIN, {0}};
  if (channel == 'c')
    in = out = eventfd (0, EFD_NONBLOCK | EFD_SEMAPHORE);
  else if (channel == 's' ? !socketpair (AF_UNIX, SOCK_STREAM, 0, ends)
                          : !pipe2 (ends, O_NONBLOCK)) {
    in = ends[0];
    out = ends[1];
  }
  epoll = epoll_create1 (0);
  epoll_ctl (epoll, EPOLL_CTL_ADD, in, &e);
}
int main (int n, char **v) {
  pthread_t t[THREADS];
  channel = v[1][0];
  way = v[2][0];
  make ();
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create (t + i, 0, work, (void *) i);
  for (int i = 0; i < ITEMS; i++) {
    give ();
    if (i % 5 == 0)
      usleep (500);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], 0);
  return (int) (order % 251);
}
C
lightly polled "$work/polled.c"
for what in "counter poll" "counter epoll" "socket Ppoll" "pipe select" "pipe poll"; do
  for mode in light parallel; do
    # shellcheck disable=SC2086
    "$foretrace" record -q --mode $mode -o "$light" -- "$work/polled.l" $what
    inside=$(inputs_inside "$light")
    run "$foretrace" expand -q "$light" -- "$work/polled"
    [ "$status" -eq 0 ] && [ ! -s "$work/err" ]
    report $? "waits for one $what: expanded as it was recorded, $mode"
    # A replay in another order has to find for itself what the program does.
    [ "$what" = "counter epoll" ] || [ "$inside" -gt 0 ]
    report $? "waits for one $what: the answers were kept, $mode"
    [ "$(inputs_inside "$light")" = 0 ]
    report $? "waits for one $what: not in the expanded recording, $mode"
  done
done

# Several threads receive from one channel, or one receives what comes in pieces.  Who has
# received what, and how much of it, when others run is no choice of the schedule.
cat >"$work/received.c" <<'C'
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
enum { ITEMS = 40, MOST = 3 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char channel;
static int in, out, readers;
static unsigned order;
// 0 behind the last item.
static unsigned take (void) {
  unsigned char bytes[64] = {0};
  uint64_t count = 0;
  struct iovec part = {bytes, readers > 1 ? 1 : sizeof bytes};
  struct msghdr h = {.msg_iov = &part, .msg_iovlen = 1};
  ssize_t n;
  switch (channel) {
  case 'c': return read (in, &count, 8) == 8 && count < 1000 ? (unsigned) count : 0;
  case 'e': return !eventfd_read (in, &count) && count < 1000 ? (unsigned) count : 0;
  case 'v': n = readv (in, &part, 1); break;
  case 'r': n = recv (in, bytes, part.iov_len, 0); break;
  case 'm': n = recvmsg (in, &h, 0); break;
  default: n = read (in, bytes, part.iov_len);
  }
  return n > 0 && bytes[n - 1] < 255 ? (unsigned) n * 64 + bytes[0] : 0;
}
static void give (unsigned what) {
  uint64_t count = what < 255 ? what % 3 + 1 : 1000;
  unsigned char byte = (unsigned char) what;
  if (channel == 'c' || channel == 'e')
    write (out, &count, 8);
  else
    write (out, &byte, 1);
}
static void *work (void *a) {
  for (unsigned got; (got = take ());) {
    pthread_mutex_lock (&m);
    order = order * 7 + got * 4 + (unsigned) (uintptr_t) a;
    pthread_mutex_unlock (&m);
  }
  give (255);
  return a;
}
static void make (void) {
  int ends[2];
  if (channel == 'c' || channel == 'e')
    in = out = eventfd (0, 0);
  else if (channel == 'r' ? !socketpair (AF_UNIX, SOCK_STREAM, 0, ends)
           : channel == 'm' ? !socketpair (AF_UNIX, SOCK_SEQPACKET, 0, ends)
                            : !pipe (ends)) {
    in = ends[0];
    out = ends[1];
  }
}
int main (int n, char **v) {
  pthread_t t[MOST];
  channel = v[1][0];
  readers = v[2][0] - '0';
  make ();
  for (uintptr_t i = 0; i < (uintptr_t) readers; i++)
    pthread_create (t + i, 0, work, (void *) i);
  for (unsigned i = 0; i < ITEMS; i++) {
    give (i);
    if (i % 7 == 0)
      usleep (300);
  }
  give (255);
  for (int i = 0; i < readers; i++)
    pthread_join (t[i], 0);
  return (int) (order % 251);
}
C
lightly received "$work/received.c"
for what in "pipe 1" "pipe 3" "vector 2" "r-stream 1" "r-stream 3" "message 3" "counter 1" "counter 3" "eventfd_read 3"; do
  for mode in light parallel; do
    # shellcheck disable=SC2086
    "$foretrace" record -q --mode $mode -o "$light" -- "$work/received.l" $what
    run "$foretrace" expand -q "$light" -- "$work/received"
    [ "$status" -eq 0 ] && [ ! -s "$work/err" ]
    report $? "receivers of one $what: expanded as it was recorded, $mode"
    [ "$(inputs_inside "$light")" = 0 ]
    report $? "receivers of one $what: a replay in another order receives for itself, $mode"
  done
done

# A writer that waits for room comes back in an expansion, too.
cat >"$work/fills.c" <<'C'
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
enum { BYTES = 300000 };
static int ends[2];
static char from[BYTES], to[BYTES];
static void *work (void *a) {
  size_t had = 0;
  for (ssize_t n; (n = read (ends[0], to + had, sizeof to - had)) > 0;)
    had += (size_t) n;
  return (void *) (long) (had != BYTES || memcmp (from, to, BYTES));
}
int main (int n, char **v) {
  pthread_t t;
  void *failed;
  if (v[1][0] == 'p' ? pipe (ends) : socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    return 3;
  for (int i = 0; i < BYTES; i++)
    from[i] = (char) (i % 251);
  pthread_create (&t, 0, work, 0);
  for (int i = 0; i < 3; i++)
    if (write (ends[1], from + i * (BYTES / 3), BYTES / 3) != BYTES / 3)
      return 2;
  close (ends[1]);
  pthread_join (t, &failed);
  return failed != 0;
}
C
lightly fills "$work/fills.c"
for what in pipe socket; do
  for mode in light parallel; do
    exits 0 "a long write to a $what: recorded, $mode" \
      "$foretrace" record -q --mode $mode -o "$light" -- "$work/fills.l" $what
    run "$foretrace" expand -q "$light" -- "$work/fills"
    [ "$status" -eq 0 ] && [ ! -s "$work/err" ]
    report $? "a long write to a $what: expanded as it was recorded, $mode"
  done
done

# Message queues: who has received what, who has found room, and whose deadline came.
cat >"$work/queue.c" <<'C'
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
enum { THREADS = 3, ITEMS = 10 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static mqd_t q;
static int timed;
static unsigned order;
static struct timespec soon (void) {
  struct timespec t;
  clock_gettime (CLOCK_REALTIME, &t);
  t.tv_nsec += 500000;
  t.tv_sec += t.tv_nsec / 1000000000;
  t.tv_nsec %= 1000000000;
  return t;
}
static void *put (void *a) {
  for (char i = 0; i < ITEMS; i++) {
    char what = (char) ((uintptr_t) a * ITEMS + (uintptr_t) i);
    struct timespec limit = soon ();
    if (timed)
      while (mq_timedsend (q, &what, 1, i % 3, &limit))
        limit = soon ();
    else
      mq_send (q, &what, 1, i % 3);
  }
  return a;
}
static void *get (void *a) {
  for (int i = 0; i < ITEMS;) {
    char what = 0;
    unsigned priority = 0;
    struct timespec limit = soon ();
    ssize_t n = timed ? mq_timedreceive (q, &what, 1, &priority, &limit)
                      : mq_receive (q, &what, 1, &priority);
    i += n == 1;
    pthread_mutex_lock (&m);
    order = order * 7 + (unsigned) (what * 4 + (int) priority + n) + 2 * (unsigned) (uintptr_t) a;
    pthread_mutex_unlock (&m);
    if (timed)
      usleep (300);
  }
  return a;
}
int main (int n, char **v) {
  pthread_t t[2 * THREADS];
  char name[64];
  struct mq_attr how = {.mq_maxmsg = 2, .mq_msgsize = 1};
  timed = v[1][0] == 't';
  snprintf (name, sizeof name, "/ft-light-%d", (int) getpid ());
  q = mq_open (name, O_CREAT | O_EXCL | O_RDWR, 0600, &how);
  if (q == (mqd_t) -1)
    return 255; // there are none here
  mq_unlink (name);
  for (uintptr_t i = 0; i < THREADS; i++) {
    pthread_create (t + 2 * i, 0, get, (void *) i);
    pthread_create (t + 2 * i + 1, 0, put, (void *) i);
  }
  for (int i = 0; i < 2 * THREADS; i++)
    pthread_join (t[i], 0);
  return (int) (order % 251);
}
C
lightly queue "$work/queue.c"
for what in plain timed; do
  for mode in light parallel; do
    run "$foretrace" record -q --mode $mode -o "$light" -- "$work/queue.l" $what
    if [ "$status" -eq 255 ]; then
      skip "there are no message queues"
      continue
    fi
    run "$foretrace" expand -q "$light" -- "$work/queue"
    [ "$status" -eq 0 ] && [ ! -s "$work/err" ]
    report $? "a queue, $what: expanded as it was recorded, $mode"
    [ "$(inputs_inside "$light")" = 0 ]
    report $? "a queue, $what: a replay in another order receives for itself, $mode"
  done
done

# Messages of another process, which an expansion does not have, with control messages.
cat >"$work/told.c" <<'C'
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
int main (int n, char **v) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  char bytes[8], control[256];
  struct iovec part = {bytes, sizeof bytes};
  int fd = socket (AF_UNIX, SOCK_DGRAM, 0), on = 1, sum = 0;
  setsockopt (fd, SOL_SOCKET, SO_TIMESTAMP, &on, sizeof on);
  strcpy (a.sun_path, v[1]);
  unlink (v[1]);
  if (bind (fd, (void *) &a, sizeof a))
    return 99;
  for (int i = 0; i < 2; i++) {
    struct msghdr h = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control,
                       .msg_controllen = sizeof control};
    if (recvmsg (fd, &h, 0) != 5)
      return 98;
    for (struct cmsghdr *c = CMSG_FIRSTHDR (&h); c; c = CMSG_NXTHDR (&h, c))
      sum += c->cmsg_type == SO_TIMESTAMP ? 1 : 10;
  }
  return sum;
}
C
lightly told "$work/told.c"
tell() { # ADDRESS [FILE]: two messages, the second one with a descriptor of the file
  /usr/bin/python3 - "$@" <<'PY'
import socket, sys, time
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
while True:
    try:
        s.sendto(b"hello", sys.argv[1])
        break
    except OSError:
        time.sleep(0.01)
if len(sys.argv) > 2:
    s.connect(sys.argv[1])
    file = open(sys.argv[2])
    socket.send_fds(s, [b"again"], [file.fileno()])
else:
    s.sendto(b"again", sys.argv[1])
PY
}
for mode in light parallel; do
  rm -f "$work/s"
  tell "$work/s" &
  exits 2 "messages from outside: recorded, $mode" \
    "$foretrace" record -q --mode $mode -o "$light" -- "$work/told.l" "$work/s"
  wait $!
  run "$foretrace" expand -q "$light" -- "$work/told"
  [ "$status" -eq 0 ] && [ ! -s "$work/err" ]
  report $? "messages from outside, with control messages: expanded, $mode"
done
rm -f "$work/s"
tell "$work/s" "$work/told.c" &
exits 12 "a descriptor from outside: recorded" "$foretrace" record -q --mode light -o "$light" -- "$work/told.l" "$work/s"
wait $!
exits 67 "a descriptor from outside: no expansion" "$foretrace" expand -q "$light" -- "$work/told"
says 'thread 0 at tick [0-9]+, at .*told.c:[0-9:]+: it receives descriptors from another process' "and it says why"

# What is not kept, one thread waits for.  It is not waited for as long as an expansion
# may take.
sed -e 's/recvmsg (fd, &h, 0) != 5/recvmmsg (fd, \&(struct mmsghdr){h, 0}, 1, 0, 0) != 1/' \
  -e '1i #define _GNU_SOURCE' "$work/told.c" >"$work/told_many.c"
lightly told_many "$work/told_many.c"
rm -f "$work/s"
tell "$work/s" &
"$foretrace" record -q --mode light -o "$light" -- "$work/told_many.l" "$work/s"
wait $!
rm -f "$work/s"
exits 67 "one thread that waits for ever: no expansion" "$foretrace" expand -q "$light" -- "$work/told_many"
says 'thread 0 at tick [0-9]+, at .*told_many.c:[0-9:]+: it does not come back from a blocking call' "and it says where"

# What a replay writes is a copy, of which attributes are asked by the file's name.
cat >"$work/attribute.c" <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <sys/xattr.h>
#include <unistd.h>
static int x, fd, failed;
static void *work (void *a) {
  x = 9;
  failed = fsetxattr (fd, "user.a", "1", 1, 0);
  return a;
}
int main (int n, char **v) {
  char value[4];
  pthread_t t;
  fd = open (v[1], O_CREAT | O_RDWR | O_TRUNC, 0600);
  if (fsetxattr (fd, "user.b", "1", 1, 0))
    return 77;
  pthread_create (&t, 0, work, 0);
  while (getxattr (v[1], "user.a", value, sizeof value) < 0)
    usleep (300);
  x++;
  pthread_join (t, 0);
  unlink (v[1]);
  return failed;
}
C
lightly attribute "$work/attribute.c"
for mode in light parallel; do
  run "$foretrace" record -q --mode $mode -o "$light" -- "$work/attribute.l" "$work/has.attributes"
  if [ "$status" -eq 77 ]; then
    skip "the file system has no attributes"
    continue
  fi
  run "$foretrace" expand -q "$light" -- "$work/attribute"
  [ "$status" -eq 0 ] && [ ! -s "$work/err" ]
  report $? "a wait for an attribute of a file: expanded, $mode"
  exits 0 "no race is certified" "$foretrace" check "$light"
  shows "on 'x'.*UNDECIDED" "both accesses are there"
done

# A block that ends in a copy of memory, of a size that is known late.
cat >"$work/copied.c" <<'C'
#include <pthread.h>
#include <string.h>
struct text { char *at; char own[16]; } from, to;
static int size = 4, moved;
static void *work (void *a) {
  for (int i = 0; i < 8; i++) {
    struct text *f = i & 1 ? &from : &to;
    if (f->at == f->own)
      memcpy (to.own, from.own, (size_t)size);
    else
      f->at = f->own;
    moved++;
  }
  return a;
}
int main (void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
C
lightly copied "$work/copied.c"
"$foretrace" record -q -o "$light" -- "$work/copied.l"
"$foretrace" record -q --mode light -o "$full" -- "$work/copied"
cmp -s "$light/heads" "$full/heads"
report $? "copied: a light build counts what the full one writes"
exits 0 "copied: and expands" "$foretrace" expand "$light" -- "$work/copied"

# A part of the program in each way.
cat >"$work/one.c" <<'C'
int shared;
void add (void) { for (int i = 0; i < 300; i++) shared++; }
C
cat >"$work/two.c" <<'C'
#include <pthread.h>
void add (void);
static void *work (void *a) { add (); return a; }
int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  add ();
  pthread_join (t, 0);
}
C
"$cc" --foretrace-light -g -O2 -c "$work/one.c" -o "$work/one.o"
"$cc" -g -O2 -pthread "$work/two.c" "$work/one.o" -o "$work/mixed.l"
"$cc" -g -O2 -pthread "$work/two.c" "$work/one.c" -o "$work/mixed"
FORETRACE_LIGHT=1 "$cc" -g -O2 -pthread "$work/two.c" "$work/one.c" -o "$work/all.l"
for kind in mixed all; do
  exits 0 "$kind: recorded" "$foretrace" record -q --slice 100 -o "$light" -- "$work/$kind.l"
  exits 0 "$kind: expanded" "$foretrace" expand -q "$light" -- "$work/mixed"
  exits 66 "$kind: its race is found" "$foretrace" check "$light"
done

# ---- builds in two directories ------------------------------------------------------

cxx=$build/bin/foretrace-c++
mkdir -p "$work/there" "$work/over there"
cat >"$work/there/placed.cpp" <<'C'
#include <cstdio>
#include <map>
#include <pthread.h>
struct job { long m; const char *file; };
static job *j;
static std::map<int, long> done;
static long sum;
static long add (long n) { return sum += n; }
static void *one (void *) { done[1] = add (j->m); return 0; }
static void *two (void *) { sum++; return 0; }
int main () {
  j = new job{1, __FILE__};
  pthread_t s, t;
  pthread_create (&s, 0, one, 0);
  pthread_create (&t, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (s, 0);
  return std::puts (j->file) < 0;
}
C
cp "$work/there/placed.cpp" "$work/over there"
# Relative names, and absolute ones, which change __FILE__.
for name in placed.cpp "$work/there/placed.cpp"; do
  other=$(echo "$name" | sed 's|/there/|/over there/|')
  (cd "$work/there" && "$cxx" --foretrace-light -w -g -O1 -pthread "$name" -o placed.l) &&
    (cd "$work/over there" && "$cxx" -w -g -O1 -pthread "$other" -o placed)
  "$foretrace" record -q -o "$light" -- "$work/there/placed.l" >/dev/null
  exits 0 "the full build of another directory expands" \
    "$foretrace" expand -q "$light" -- "$work/over there/placed"
  exits 66 "and has the race" "$foretrace" check "$light"
  shows 'two  .*/over there/placed.cpp:10' "which it places"
done
for change in 's/sum++/sum--/' 's/long m/int m/' 's/add (j->m)/2/'; do
  sed "$change" "$work/there/placed.cpp" >"$work/over there/placed.cpp"
  (cd "$work/over there" && "$cxx" -w -g -O1 -pthread placed.cpp -o placed)
  "$foretrace" record -q -o "$light" -- "$work/there/placed.l" >/dev/null
  exits 69 "other sources there: $change" "$foretrace" expand -q "$light" -- "$work/over there/placed"
  says 'was not made from the sources' "are told"
done

# ---- what goes wrong ---------------------------------------------------------------

exits 65 "no recording" "$foretrace" expand "$work"
exits 65 "nothing at all" "$foretrace" expand "$work/none"
exits 64 "no directory" "$foretrace" expand

"$foretrace" record -q -o "$light" -- "$work/matrix.l" 10 >/dev/null
cp -r "$light" "$work/kept"
exits 69 "another program" "$foretrace" expand "$light" -- "$work/striped"
says 'was not made from the sources' "is told from the right one"
diff -r "$light" "$work/kept" >/dev/null
report $? "the recording stays as it was"

"$foretrace" record -q --mode light -o "$light" -- "$work/clean"
echo >>"$work/clean"
exits 69 "a program that has changed since" "$foretrace" check -q "$light"
says 'has changed since' "is refused"

cat >"$work/moody.c" <<'C'
#include <pthread.h>
#include <stdio.h>
int x;
static void *work (void *a) { for (int i = 0; i < 50; i++) x++; return a; }
int main (int n, char **v) {
  pthread_t t;
  FILE *f = fopen (v[1], "r");
  int c = f ? getc (f) : 'a';
  pthread_create (&t, 0, work, 0);
  for (int i = 'a'; i < c; i++) x++;
  pthread_join (t, 0);
  return 0;
}
C
build_program moody
printf e >"$work/mood"
"$foretrace" record -q --mode light -o "$light" -- "$work/moody" "$work/mood"
printf z >"$work/mood"
exits 67 "a program that goes another way" "$foretrace" check -q "$light"
says 'went another way.*thread 0 at tick [0-9]+, at .*moody.c:[0-9]+' "is told with thread, place and line"
[ -e "$light/light" ] && [ ! -e "$light.expanding" ]
report $? "and leaves the recording alone"
printf e >"$work/mood"
exits 66 "which expands when all is as it was" "$foretrace" check "$light"

# Another round of a loop may come to the tick at which the recorded process ended,
# as it does for some number of stores behind the loop.
cat >"$work/endless.c" <<'C'
#include <pthread.h>
#include <unistd.h>
int x;
volatile int sink;
static void *work (void *a) { x++; return a; }
int main (int n, char **v) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_join (t, 0);
  do usleep (100); while (access (v[1], F_OK) && n++ < 200);
  STORES
  return 0;
}
C
stores=
for count in 0 1 2 3 4; do
  "$cc" -w -g -O1 -pthread "-DSTORES=$stores" "$work/endless.c" -o "$work/endless" || exit 1
  touch "$work/there.is"
  "$foretrace" record -q --mode light -o "$light" -- "$work/endless" "$work/there.is"
  rm "$work/there.is"
  exits 67 "$count stores: a program that goes on behind its end has not been expanded" \
    "$foretrace" expand "$light"
  says 'goes on where the recorded process ended' "$count stores: and this is said"
  stores="$stores sink = $count;"
done

# Where threads and large blocks lie decides what a program that hashes their
# addresses does, such as one with a std::barrier for three threads.
cat >"$work/places.c" <<'C'
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void add (uintptr_t bits) {
  for (int i = 0; i < 48; i++)
    if (bits >> i & 1) {
      pthread_mutex_lock (&m);
      n++;
      pthread_mutex_unlock (&m);
    }
}
static void *work (void *a) {
  void *block = malloc (1 << 20);
  add ((uintptr_t)pthread_self ());
  add ((uintptr_t)block);
  free (block);
  return a;
}
int main (void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create (t + i, 0, work, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  printf ("%d\n", n);
  return 0;
}
C
"$cc" -w -g -O1 -pthread "$work/places.c" -o "$work/places" || exit 1
"$foretrace" record -q --mode light -o "$light" -- "$work/places"
exits 0 "a program that uses its threads' addresses expands" "$foretrace" expand "$light"

exits 66 "run --mode light" "$foretrace" run --mode light -n 2 -d "$light" -- "$work/moody" "$work/mood"
says 'expanding the light recording' "expands by itself"
exits 0 "info of a light recording" "$foretrace" record -q --mode light -o "$light" -- "$work/moody" "$work/mood"
exits 0 "expands, too" "$foretrace" info "$light"
