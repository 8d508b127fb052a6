// Calls that block until another thread, process or signal does something.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "asleep.h"

static int ends[2], sockets[2];

static pthread_t start (void *(*f) (void *), void *argument) {
  pthread_t t;
  pthread_create (&t, NULL, f, argument);
  return t;
}

static void *writes_lines (void *unused) {
  for (int i = 0; i < 5; i++) {
    usleep (1000);
    dprintf (ends[1], "line %d\n", i);
  }
  close (ends[1]);
  return unused;
}

static void *writes_much (void *unused) {
  static char much[300000];
  memset (much, 'x', sizeof much);
  ssize_t n = write (ends[1], much, sizeof much);
  close (ends[1]);
  return n == sizeof much ? unused : much;
}

static void pipes (void) {
  char buffer[1000];
  ssize_t n;
  size_t sum = 0;
  pipe (ends);
  pthread_t t = start (writes_lines, NULL);
  FILE *f = fdopen (ends[0], "r");
  while (fgets (buffer, sizeof buffer, f))
    printf ("got %s", buffer);
  fclose (f);
  pthread_join (t, NULL);
  pipe (ends);
  t = start (writes_much, NULL);
  while ((n = read (ends[0], buffer, sizeof buffer)) > 0)
    sum += (size_t)n;
  void *failed;
  pthread_join (t, &failed);
  printf ("much %zu %d\n", sum, failed != NULL);
  close (ends[0]);
}

static void *echoes (void *unused) {
  char buffer[32];
  ssize_t n = recv (sockets[1], buffer, sizeof buffer, 0);
  send (sockets[1], buffer, (size_t)n, 0);
  return unused;
}

static void *opens (void *path) {
  usleep (2000);
  int fd = open (path, O_WRONLY);
  write (fd, "fifo", 4);
  close (fd);
  return NULL;
}

static void others (void) {
  char answer[8] = "";
  socketpair (AF_UNIX, SOCK_STREAM, 0, sockets);
  pthread_t t = start (echoes, NULL);
  send (sockets[0], "ping", 5, 0);
  recv (sockets[0], answer, sizeof answer, 0);
  pthread_join (t, NULL);
  char path[64];
  snprintf (path, sizeof path, "/tmp/foretrace-fifo-%d", (int)getpid ());
  mkfifo (path, 0600);
  t = start (opens, path);
  int fd = open (path, O_RDONLY);
  ssize_t n = read (fd, path + 40, 8);
  close (fd);
  unlink (path);
  pthread_join (t, NULL);
  printf ("socket %s fifo %zd\n", answer, n);
}

static volatile int hits;

static void count (int signal) {
  hits += signal == SIGUSR1;
}

static pthread_t me; // the main thread
static int call, other; // which it will be in, either of these

static void *kicks (void *unused) {
  await_asleep (getpid (), call, other);
  pthread_kill (me, SIGUSR1);
  return unused;
}

static pthread_t start_kicks (int first, int second) {
  call = first, other = second;
  return start (kicks, NULL);
}

static void *awaits_signal (void *unused) {
  sigset_t s;
  int which, error;
  sigemptyset (&s);
  sigaddset (&s, SIGUSR2);
  error = sigwait (&s, &which);
  return error || which != SIGUSR2 ? &hits : unused;
}

static void signals (void) {
  pthread_t t;
  struct sigaction action = {.sa_handler = count};
  struct timespec left = {0};
  void *failed;
  char byte;
  sigaction (SIGUSR1, &action, NULL);
  me = pthread_self ();
  t = start_kicks (SYS_nanosleep, SYS_clock_nanosleep);
  int result = nanosleep (&(struct timespec){5000, 0}, &left);
  printf ("nanosleep %d %d %d %d\n", result, errno, left.tv_sec >= 3000, hits);
  pthread_join (t, NULL);
  t = start_kicks (SYS_pause, SYS_rt_sigsuspend);
  result = pause ();
  printf ("pause %d %d %d\n", result, errno, hits);
  pthread_join (t, NULL);
  t = start_kicks (SYS_poll, SYS_ppoll);
  result = poll (NULL, 0, 5000000);
  printf ("poll %d %d %d\n", result, errno, hits);
  pthread_join (t, NULL);
  pipe (ends);
  t = start_kicks (SYS_read, SYS_read);
  ssize_t n = read (ends[0], &byte, 1);
  printf ("read %zd %d %d\n", n, errno, hits);
  pthread_join (t, NULL);
  t = start (awaits_signal, NULL);
  usleep (1000);
  pthread_kill (t, SIGUSR2);
  pthread_join (t, &failed);
  printf ("sigwait %d\n", failed != NULL);
}

static void processes (void) {
  int status;
  char line[32] = "";
  fflush (stdout);
  pid_t child = fork ();
  if (!child) {
    usleep (1000);
    _exit (7);
  }
  pid_t ended = waitpid (child, &status, 0);
  printf ("waitpid %d %d\n", ended == child, WEXITSTATUS (status));
  status = system ("exit 3");
  printf ("system %d\n", WEXITSTATUS (status));
  FILE *f = popen ("echo popen", "r");
  fgets (line, sizeof line, f);
  printf ("%s%d\n", line, pclose (f));
}

static void *prints (void *file) {
  fprintf (file, "second\n");
  return NULL;
}

static void streams (void) {
  FILE *f = tmpfile ();
  char *line = NULL;
  size_t size = 0;
  flockfile (f);
  pthread_t t = start (prints, f);
  usleep (3000);
  fprintf (f, "first\n");
  funlockfile (f);
  pthread_join (t, NULL);
  rewind (f);
  while (getline (&line, &size, f) > 0)
    printf ("%s", line);
  free (line);
  fclose (f);
}

static void *writes_byte (void *unused) {
  usleep (2000);
  write (ends[1], "x", 1);
  return unused;
}

static void ready (void) {
  struct timeval time = {0, 2000};
  fd_set set;
  printf ("select %d", select (0, NULL, NULL, NULL, &time));
  pipe (ends);
  FD_ZERO (&set);
  FD_SET (ends[0], &set);
  time.tv_usec = 2000;
  printf (" %d", select (ends[0] + 1, &set, NULL, NULL, &time));
  pthread_t t = start (writes_byte, NULL);
  FD_SET (ends[0], &set);
  printf (" %d\n", select (ends[0] + 1, &set, NULL, NULL, NULL));
  struct pollfd p = {.fd = ends[0], .events = POLLIN};
  printf ("poll %d\n", poll (&p, 1, -1));
  int fd = epoll_create1 (0);
  struct epoll_event event = {.events = EPOLLIN};
  epoll_ctl (fd, EPOLL_CTL_ADD, ends[0], &event);
  printf ("epoll %d\n", epoll_wait (fd, &event, 1, -1));
  pthread_join (t, NULL);
}

int main (void) {
  sigset_t s;
  sigemptyset (&s);
  sigaddset (&s, SIGUSR2);
  pthread_sigmask (SIG_BLOCK, &s, NULL);
  pipes ();
  others ();
  signals ();
  processes ();
  streams ();
  ready ();
  return 0;
}
