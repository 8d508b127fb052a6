// What a process can do with its signals and its children: ends WHAT.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "access.h"

static volatile unsigned long counter, handled;
static volatile int stop;
static char *self;

static void *count (void *unused) {
  while (!stop)
    COUNT (counter);
  return unused;
}

static void nap (long ms) {
  struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  nanosleep (&t, NULL);
}

static void on_signal (int signal) {
  (void)signal;
  COUNT (handled);
}

static int finish (pthread_t *threads, int n) {
  stop = 1;
  for (int i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
  return 0;
}

static int status_of (pid_t child) {
  int status;
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

// A timer's signals between the events of busy threads.
static int signals (void) {
  pthread_t threads[3];
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigaction (SIGUSR1, &action, NULL);
  for (int i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, count, NULL);
  for (int i = 0; i < 200; i++) {
    pthread_kill (threads[i % 3], SIGUSR1);
    for (int j = 0; j < 500; j++)
      COUNT (counter);
    if (i % 50 == 0)
      nap (1);
  }
  finish (threads, 3);
  struct sigaction seen;
  sigaction (SIGUSR1, NULL, &seen);
  sigaction (SIGTERM, NULL, &action);
  return seen.sa_handler == on_signal && action.sa_handler == SIG_DFL &&
                 handled > 0
             ? 0
             : 1;
}

static sigjmp_buf back;

static void jump (int signal) {
  ACCESS (&handled, signal);
  siglongjmp (back, signal);
}

// Faults and handlers that do not return, many times.
static int jumps (void) {
  pthread_t thread;
  signal (SIGSEGV, jump);
  signal (SIGUSR1, jump);
  pthread_create (&thread, NULL, count, NULL);
  for (volatile int i = 0; i < 100; i++) {
    if (sigsetjmp (back, 1) == 0) {
      COUNT (counter);
      if (i % 2)
        *(volatile int *)16 = 1;
      raise (SIGUSR1);
      for (;;)
        COUNT (counter);
    }
  }
  return finish (&thread, 1);
}

// A handler while blocked in a join, in a sleep, and in a raw system call.
static void *kill_main (void *main_thread) {
  for (int i = 0; i < 3; i++) {
    nap (30);
    pthread_kill (*(pthread_t *)main_thread, SIGUSR1);
    while (handled <= (unsigned long)i)
      nap (1);
  }
  return NULL;
}

static int blocked (void) {
  pthread_t thread, me = pthread_self ();
  struct sigaction action = {.sa_handler = on_signal};
  sigaction (SIGUSR1, &action, NULL);
  pthread_create (&thread, NULL, kill_main, &me);
  struct timespec t = {10, 0};
  syscall (SYS_nanosleep, &t, NULL);
  pthread_join (thread, NULL);
  ACCESS (&counter, 0);
  return handled == 3 ? 0 : 1;
}

static int fatal (int signal) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, count, NULL);
  for (int i = 0; i < 10000; i++)
    COUNT (counter);
  if (signal == SIGSEGV)
    *(volatile int *)16 = 1;
  if (signal == SIGABRT)
    abort ();
  kill (getpid (), signal);
  for (;;)
    COUNT (counter);
}

static int forks (void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, count, NULL);
  pid_t child[5];
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < 1000; j++)
      COUNT (counter);
    child[i] = fork ();
    if (child[i] == 0) {
      pthread_t own;
      unsigned long before = counter;
      stop = 0;
      for (int j = 0; j < 1000; j++)
        ACCESS (&counter, j);
      pthread_create (&own, NULL, count, NULL);
      while (counter == before)
        ACCESS (&counter, 0);
      finish (&own, 1);
      if (i == 4)
        execl (self, self, "nothing", NULL);
      if (i == 3)
        abort ();
      exit (10 + i);
    }
  }
  int good = 0;
  for (int i = 0; i < 5; i++) {
    int want[] = {10, 11, 12, 128 + SIGABRT, 7};
    int status = status_of (child[i]);
    good += status == want[i];
    if (status != want[i])
      fprintf (stderr, "child %d: status %d, not %d\n", i, status, want[i]);
  }
  finish (threads, 2);
  return good == 5 ? 0 : 1;
}

static int spawns (void) {
  extern char **environ;
  pid_t child;
  char *argv[] = {self, "nothing", NULL};
  if (posix_spawn (&child, self, NULL, NULL, argv, environ))
    return 1;
  int status = status_of (child);
  child = vfork ();
  if (child == 0)
    _exit (9);
  return status == 7 && status_of (child) == 9 && system ("exit 5") == 5 << 8
             ? 0
             : 1;
}

static void *blocks_raw (void *fds) {
  char c;
  ACCESS (fds, 0);
  long n = syscall (SYS_read, *(int *)fds, &c, 1);
  ACCESS (fds, n);
  return NULL;
}

// A blocking call that nobody wraps must not hold up who would end it.
static int watchdog (void) {
  int fds[2];
  pthread_t thread;
  if (pipe (fds))
    return 1;
  pthread_create (&thread, NULL, blocks_raw, fds);
  for (int i = 0; i < 100000; i++)
    COUNT (counter);
  sched_yield ();
  nap (50);
  if (syscall (SYS_write, fds[1], "x", 1) != 1)
    return 1;
  pthread_join (thread, NULL);
  return 0;
}

static volatile int set;

static void *spins (void *unused) {
  while (!set)
    ;
  return unused;
}

static void *sets (void *unused) {
  set = 1;
  COUNT (counter);
  return unused;
}

// A thread spins without records until another one has run.
static int spin (void) {
  pthread_t threads[2];
  pthread_create (&threads[0], NULL, spins, NULL);
  pthread_create (&threads[1], NULL, sets, NULL);
  return finish (threads, 2);
}

static void *forever (void *unused) {
  pthread_setcanceltype (PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  for (;;)
    COUNT (counter);
  return unused;
}

static void *sleeps (void *unused) {
  nap (10000);
  return unused;
}

static void *joins (void *other) {
  pthread_join (*(pthread_t *)other, NULL);
  return NULL;
}

static int cancels (void) {
  pthread_t busy, joining, sleeping;
  void *result[3];
  pthread_create (&busy, NULL, forever, NULL);
  pthread_create (&joining, NULL, joins, &busy);
  pthread_create (&sleeping, NULL, sleeps, NULL);
  for (int i = 0; i < 100000; i++)
    COUNT (counter);
  pthread_cancel (sleeping);
  pthread_cancel (joining);
  pthread_join (joining, &result[0]);
  pthread_cancel (busy);
  pthread_join (busy, &result[1]);
  pthread_join (sleeping, &result[2]);
  for (int i = 0; i < 3; i++)
    if (result[i] != PTHREAD_CANCELED)
      return i + 1;
  return 0;
}

static void *join_main (void *main_thread) {
  pthread_join (*(pthread_t *)main_thread, NULL);
  return NULL;
}

static int deadlock (void) {
  pthread_t thread, me = pthread_self ();
  pthread_create (&thread, NULL, join_main, &me);
  static pthread_t third;
  pthread_create (&third, NULL, join_main, &thread);
  pthread_join (third, NULL);
  return 1;
}

// Threads begin, and logs grow, while no file can be opened.
static int descriptors (void) {
  pthread_t threads[2];
  struct rlimit limit;
  getrlimit (RLIMIT_NOFILE, &limit);
  limit.rlim_cur = 64;
  setrlimit (RLIMIT_NOFILE, &limit);
  while (dup (0) >= 0)
    ;
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, count, NULL);
  for (int i = 0; i < 100000; i++)
    COUNT (counter);
  getrlimit (RLIMIT_NOFILE, &limit);
  return finish (threads, 2) || dup (0) >= 0 || limit.rlim_cur != 64;
}

// A thread with the smallest stack, that gets signals and ends with its log.
static int small (void) {
  pthread_t threads[4];
  pthread_attr_t attributes;
  signal (SIGUSR1, on_signal);
  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, 16384);
  for (int i = 0; i < 4; i++)
    if (pthread_create (&threads[i], &attributes, count, NULL))
      return 1;
  for (int i = 0; i < 100; i++) {
    pthread_kill (threads[i % 4], SIGUSR1);
    for (int j = 0; j < 3000; j++)
      COUNT (counter);
  }
  return finish (threads, 4);
}

static void in_exit (void) {
  COUNT (counter);
}

int main (int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  self = argv[0];
  atexit (in_exit);
#define CASE(name, call)                                                       \
  if (!strcmp (what, name))                                                    \
    return call;
  CASE ("nothing", 7)
  CASE ("signals", signals ())
  CASE ("jumps", jumps ())
  CASE ("blocked", blocked ())
  CASE ("segv", fatal (SIGSEGV))
  CASE ("abort", fatal (SIGABRT))
  CASE ("term", fatal (SIGTERM))
  CASE ("forks", forks ())
  CASE ("spawns", spawns ())
  CASE ("watchdog", watchdog ())
  CASE ("spin", spin ())
  CASE ("cancels", cancels ())
  CASE ("descriptors", descriptors ())
  CASE ("small", small ())
  CASE ("deadlock", deadlock ())
  return 64;
}
