#!/bin/bash
# Signals that the program does not send itself (of timers, children and other
# processes) are kept, and their handlers run at the same places in replays.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"
cd "$work" || exit 1

# confirms NAME TEXT: the race behind the signals is certified, and each replay
# gets there.  A replay that misses a signal has other counts, and so other
# branches.
replays=5
[ -z "${FT_QUICK:-}" ] || replays=1
confirms() {
  build_program "$1"
  timeout "$patience" "$foretrace" run -n "$replays" -d "$1.run" -- "./$1" >out 2>err
  grep -q "data race on 'x'.*CERTIFIED, CONFIRMED $replays/$replays" out
  report $? "$2"
}

cat >begin.h <<'C'
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static volatile sig_atomic_t told;
static volatile long rounds, places;
static int x;
static void *work (void *a) {
  x = 1;
  return a;
}
// Where the handlers ran decides which branches the thread takes.
static void race (void) {
  pthread_t t;
  for (long n = places; n; n >>= 1)
    if (n & 1)
      told++;
    else
      told += 2;
  pthread_create (&t, NULL, work, NULL);
  x = 2;
  pthread_join (t, NULL);
}
static void note (int number) {
  told = number;
  places = places * 31 + rounds;
}
static void handle (int number, int flags) {
  struct sigaction action = {.sa_handler = note, .sa_flags = flags};
  sigaction (number, &action, NULL);
}
static void compute (void) {
  for (int i = 0; i < 100; i++)
    rounds++;
}
C

# ---- timers -------------------------------------------------------------------

cat >interval.c <<'C'
#include "begin.h"
int main (void) {
  struct itimerval every = {{0, 3000}, {0, 3000}}, none = {0}, old;
  handle (SIGALRM, SA_RESTART);
  setitimer (ITIMER_REAL, &every, NULL);
  for (int i = 0; i < 4; i++, told = 0)
    while (!told)
      compute ();
  setitimer (ITIMER_REAL, &none, &old);
  if (old.it_interval.tv_usec != 3000)
    return 9;
  race ();
  return 0;
}
C
confirms interval "an interval timer, while the program computes"

cat >created.c <<'C'
#include "begin.h"
int main (void) {
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                           .sigev_signo = SIGRTMIN + 1};
  struct itimerspec once = {{0, 0}, {0, 5000000}};
  handle (SIGRTMIN + 1, 0);
  timer_create (CLOCK_MONOTONIC, &event, &timer);
  timer_settime (timer, 0, &once, NULL);
  while (!told)
    compute ();
  race ();
  timer_delete (timer);
  return 0;
}
C
confirms created "a timer of timer_create"

# The timer repeats: on a busy machine it may come before the call.
cat >sleeps.c <<'C'
#include "begin.h"
int main (void) {
  struct itimerval every = {{0, 20000}, {0, 20000}}, none = {0};
  handle (SIGALRM, 0);
  setitimer (ITIMER_REAL, &every, NULL);
  if (!sleep (1000) || !told)
    return 9;
  told = 0;
  if (pause () != -1 || errno != EINTR || !told)
    return 9;
  setitimer (ITIMER_REAL, &none, NULL);
  race ();
  return 0;
}
C
confirms sleeps "an alarm that interrupts a sleep and a pause"

cat >waits.c <<'C'
#include "begin.h"
int main (void) {
  struct itimerval every = {{0, 20000}, {0, 20000}}, none = {0};
  sem_t never;
  char byte;
  int ends[2];
  sem_init (&never, 0, 0);
  if (pipe (ends))
    return 9;
  handle (SIGALRM, 0);
  setitimer (ITIMER_REAL, &every, NULL);
  if (sem_wait (&never) != -1 || errno != EINTR)
    return 9;
  if (read (ends[0], &byte, 1) != -1 || errno != EINTR)
    return 9;
  struct pollfd p = {ends[0], POLLIN, 0};
  if (poll (&p, 1, -1) != -1 || errno != EINTR)
    return 9;
  setitimer (ITIMER_REAL, &none, NULL);
  race ();
  return 0;
}
C
confirms waits "alarms that interrupt waits for what the program itself sends"

cat >unblocked.c <<'C'
#include "begin.h"
int main (void) {
  struct itimerval once = {{0, 0}, {0, 1000}};
  sigset_t set, old, pending;
  handle (SIGALRM, 0);
  sigemptyset (&set);
  sigaddset (&set, SIGALRM);
  sigprocmask (SIG_BLOCK, &set, &old);
  setitimer (ITIMER_REAL, &once, NULL);
  usleep (10000);
  rounds = 7;
  sigprocmask (SIG_SETMASK, &old, NULL);
  if (!told)
    return 9;
  told = 0;
  sigprocmask (SIG_BLOCK, &set, &old);
  setitimer (ITIMER_REAL, &once, NULL);
  while (!told)
    sigsuspend (&old);
  setitimer (ITIMER_REAL, &once, NULL);
  int which = 0;
  if (sigwait (&set, &which) || which != SIGALRM)
    return 9;
  race ();
  return 0;
}
C
confirms unblocked "signals that are let through, suspended for and waited for"

# ---- children -----------------------------------------------------------------

cat >children.c <<'C'
#include "begin.h"
static volatile int ended, sum;
static void reap (int number) {
  int status, error = errno;
  pid_t child;
  note (number);
  while ((child = waitpid (-1, &status, WNOHANG)) > 0) {
    ended++;
    sum = sum * 10 + WEXITSTATUS (status);
  }
  errno = error;
}
int main (void) {
  struct sigaction action = {.sa_handler = reap, .sa_flags = SA_RESTART};
  sigaction (SIGCHLD, &action, NULL);
  for (int i = 1; i <= 3; i++)
    if (!fork ()) {
      usleep (1000 * (i * 7 % 5));
      _exit (i);
    }
  while (ended < 3)
    compute ();
  places += sum;
  race ();
  return 0;
}
C
confirms children "children that end, reaped in a handler"

# ---- other processes -----------------------------------------------------------

cat >told.c <<'C'
#include "begin.h"
int main (void) {
  handle (SIGUSR1, SA_RESTART);
  FILE *file = fopen ("told.new", "w");
  fprintf (file, "%d\n", (int)getpid ());
  fclose (file);
  rename ("told.new", "told.pid");
  while (!told)
    compute ();
  race ();
  return 0;
}
C
(
  await [ -s told.pid ]
  kill -USR1 "$(cat told.pid)"
) &
confirms told "a signal of another process, while the program computes"
wait $!

# ---- another thread ------------------------------------------------------------------

# The handlers run in both threads, which compute side by side; the second one
# sleeps at times, or a recording without logs would be millions of events.
cat >threads.c <<'C'
#include "begin.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static volatile int over;
static void *second (void *a) {
  for (int done = 0, n = 1; !done; n++) {
    compute ();
    if (n % 64 == 0)
      usleep (500);
    pthread_mutex_lock (&l);
    done = over;
    pthread_mutex_unlock (&l);
  }
  return a;
}
int main (void) {
  pthread_t t;
  struct itimerval every = {{0, 2000}, {0, 2000}}, none = {0};
  pthread_create (&t, NULL, second, NULL);
  handle (SIGALRM, SA_RESTART);
  setitimer (ITIMER_REAL, &every, NULL);
  for (int i = 0; i < 3; i++, told = 0)
    while (!told)
      usleep (100);
  setitimer (ITIMER_REAL, &none, NULL);
  pthread_mutex_lock (&l);
  over = 1;
  pthread_mutex_unlock (&l);
  pthread_join (t, NULL);
  race ();
  return 0;
}
C
confirms threads "a timer, beside another thread that computes"

# ---- recordings without logs --------------------------------------------------------

for mode in light parallel; do
  for name in waits threads; do
    "$cc" --foretrace-light -g -pthread "$name.c" -o "$name.$mode" &&
      timeout "$patience" "$foretrace" record -q --mode "$mode" -o "$name.$mode.run" -- "./$name.$mode" &&
      run "$foretrace" expand "$name.$mode.run" -- "./$name"
    report $? "$name, $mode: the recording is expanded"
    run "$foretrace" replay "$name.$mode.run" R1 -n 2
    shows '^R1 reached: always' "$name, $mode: and replayed"
  done
done
