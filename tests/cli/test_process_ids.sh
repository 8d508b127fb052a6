#!/bin/bash
# Replays show the program the process and thread ids of the recording, and
# understand them.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"
cd "$work" || exit 1

# same NAME TEXT: the program prints the same line of ids in a replay.
same() {
  "$foretrace" replay "$1.run" R1 -n 1 >out 2>err
  grep '^ids: ' out | cmp - "$1.ids" >>err 2>&1 && [ -s "$1.ids" ]
  report $? "$2"
}

# ---- of the process and its threads -------------------------------------------

# The bits of an id decide how many accesses come.
cat >digits.h <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int rounds;
static int x;
static void follow (long id) {
  for (int i = 0; id; id >>= 1, i++)
    for (int j = 0; id & 1 && j < 1 << i % 8; j++)
      rounds++;
}
static void check (int holds, int line) {
  if (!holds) {
    fprintf (stderr, "line %d does not hold\n", line);
    _exit (9);
  }
}
#define CHECK(condition) check (condition, __LINE__)
C
cat >own.c <<'C'
#include "digits.h"
static volatile sig_atomic_t came;
static void note (int number) {
  came = number;
}
static void *work (void *a) {
  follow (gettid ());
  x = 1;
  return a;
}
static void *ask (void *a) {
  pid_t self = gettid ();
  follow (self);
  CHECK (self == syscall (SYS_gettid) && self != getpid ());
  CHECK (!tgkill (getpid (), self, SIGUSR1) && came == SIGUSR1);
  CHECK (!syscall (SYS_tgkill, getpid (), self, SIGUSR2) && came == SIGUSR2);
  cpu_set_t set;
  CHECK (!sched_getaffinity (self, sizeof set, &set));
  return a;
}
int main (void) {
  pthread_t t;
  char path[64];
  signal (SIGUSR1, note);
  signal (SIGUSR2, note);
  follow (getpid ());
  follow (syscall (SYS_getppid));
  CHECK (getpid () == syscall (SYS_getpid) && getpid () == gettid ());
  CHECK (getppid () == syscall (SYS_getppid));
  CHECK (!kill (getpid (), SIGUSR1) && came == SIGUSR1);
  CHECK (!syscall (SYS_kill, getpid (), SIGUSR2) && came == SIGUSR2);
  CHECK (!kill (getppid (), 0));
  CHECK (getpgid (getpid ()) == getpgrp ());
  sprintf (path, "/proc/%d/task/%d/comm", getpid (), gettid ());
  int fd = open (path, O_RDONLY);
  char name[16] = "";
  CHECK (fd >= 0 && read (fd, name, 4) == 4 && !strncmp (name, "own", 3));
  close (fd);
  pthread_create (&t, NULL, ask, NULL);
  pthread_join (t, NULL);
  printf ("ids: %d %d %d\n", getpid (), getppid (), getpgrp () == getpid ());
  fflush (stdout);
  pthread_create (&t, NULL, work, NULL);
  x = 2;
  pthread_join (t, NULL);
  return 0;
}
C
build_program own -I.
exits 66 "own ids" "$foretrace" run -n 5 -d own.run -- ./own
grep '^ids: ' out >own.ids
shows 'CERTIFIED, CONFIRMED 5/5' "the race behind own ids is confirmed"
same own "own ids are printed as in the recording"
run "$foretrace" replay own.run R1 -n 1 --continue
! grep -q 'does not hold' out err
report $? "ids are the same behind the end of the schedule"

# ---- a library without records -----------------------------------------------------

cat >plain.c <<'C'
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
long ids (int which) {
  return which == 0 ? getpid () : which == 1 ? syscall (SYS_getpid) : gettid ();
}
C
gcc -shared -fPIC plain.c -o libplain.so
cat >library.c <<'C'
#include "digits.h"
long ids (int);
static void *work (void *a) {
  follow (ids (2));
  x = 1;
  return a;
}
int main (void) {
  pthread_t t;
  follow (ids (0));
  follow (ids (1));
  pthread_create (&t, NULL, work, NULL);
  x = 2;
  pthread_join (t, NULL);
  return 0;
}
C
build_program library -I. -L. -lplain -Wl,-rpath,"$work"
exits 66 "ids from a library" "$foretrace" run -n 5 -d library.run -- ./library
shows 'CERTIFIED, CONFIRMED 5/5' "the race behind ids from a library is confirmed"

# ---- children -----------------------------------------------------------------------

cat >children.c <<'C'
#include "digits.h"
#include <spawn.h>
extern char **environ;
static void *work (void *a) {
  x = 1;
  return a;
}
int main (void) {
  pthread_t t;
  siginfo_t info = {0};
  int status, ends[2], parent = getpid ();
  pid_t told;
  CHECK (!pipe (ends));
  pid_t child = fork ();
  if (!child) {
    pid_t self = getpid ();
    CHECK (getppid () == parent && self != parent && gettid () == self);
    CHECK (write (ends[1], &self, sizeof self) == sizeof self);
    pause ();
    _exit (1);
  }
  follow (child);
  CHECK (read (ends[0], &told, sizeof told) == sizeof told && told == child);
  CHECK (!kill (child, SIGTERM));
  CHECK (waitpid (child, &status, 0) == child && WIFSIGNALED (status));
  child = fork ();
  if (!child)
    _exit (3);
  follow (child);
  CHECK (!waitid (P_PID, child, &info, WEXITED | WNOWAIT));
  CHECK (info.si_pid == child && info.si_status == 3);
  CHECK (wait (&status) == child && WEXITSTATUS (status) == 3);
  char *arguments[] = {"true", NULL};
  CHECK (!posix_spawnp (&child, "true", NULL, NULL, arguments, environ));
  follow (child);
  CHECK (wait4 (-1, &status, 0, NULL) == child && !status);
  CHECK (kill (child, 0) == -1 && errno == ESRCH);
  printf ("ids: %d %d\n", child, told);
  fflush (stdout);
  pthread_create (&t, NULL, work, NULL);
  x = 2;
  pthread_join (t, NULL);
  return 0;
}
C
build_program children -I.
exits 66 "ids of children" "$foretrace" run -n 5 -d children.run -- ./children
grep '^ids: ' out >children.ids
shows 'CERTIFIED, CONFIRMED 5/5' "the race behind ids of children is confirmed"
same children "ids of children are printed as in the recording"
