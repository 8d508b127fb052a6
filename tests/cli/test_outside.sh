#!/bin/bash
# What comes from outside may be an answer to anything that the program sent: what
# a thread did before it sent something comes before what another one does behind a
# connection, a read or a wait that finds something, from outside.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"
cd "$work" || exit 1

# One thread sends through 's' and another one waits for an answer elsewhere.
cat >ask.h <<'C'
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
static int s, x;
static void *ask (void *a) {
  x = 1;
  if (write (s, "a", 1) != 1)
    return NULL;
  return a;
}
static int begin (pthread_t *t) {
  return pthread_create (t, NULL, ask, &x);
}
C

# Through two FIFOs, of which another process has the other ends.
cat >fifo.c <<'C'
#include "ask.h"
static int wait_for (int fd) {
#if defined POLL
  struct pollfd p = {fd, POLLIN, 0};
  return poll (&p, 1, -1);
#elif defined SELECT
  fd_set in;
  FD_ZERO (&in);
  FD_SET (fd, &in);
  return select (fd + 1, &in, NULL, NULL, NULL);
#elif defined EPOLL
  int e = epoll_create1 (0);
  struct epoll_event event = {.events = EPOLLIN};
  return epoll_ctl (e, EPOLL_CTL_ADD, fd, &event) ? -1 : epoll_wait (e, &event, 1, -1);
#else
  char c;
  return (int)read (fd, &c, 1);
#endif
}
int main (int argc, char **argv) {
  pthread_t t;
  s = open (argv[1], O_WRONLY);
  int from = open (argv[argc - 1], O_RDONLY);
  begin (&t);
  if (wait_for (from) == 1)
    x = 2;
  pthread_join (t, NULL);
  return 0;
}
C
mkfifo to from
for way in READ POLL SELECT EPOLL; do
  build_program fifo -D$way
  # Both ends stay open here, so that no open waits for the other process.
  exec 3<>to 4<>from
  (head -c 1 <&3 >/dev/null; printf b >&4) &
  answerer=$!
  rm -rf run
  "$foretrace" record -q -o run -- ./fifo to from </dev/null >/dev/null 2>&1 3<&- 4<&-
  report $? "$way: recorded"
  wait "$answerer"
  exec 3<&- 4<&-
  "$foretrace" check run -f json -o found.json >/dev/null
  holds found.json "d['summary']['certified'] == 0 and len(d['races']) == 1" \
    "$way: what is ready outside may be an answer"
done

# What the program sends to itself is no question.  What is added to an epoll
# descriptor with the same data as what comes from outside may be either.
cat >own.c <<'C'
#include "ask.h"
static int e;
static int watch (int fd) {
#ifdef EPOLL
  int own[2];
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = 1};
  e = epoll_create1 (0);
  if (pipe (own) || epoll_ctl (e, EPOLL_CTL_ADD, fd, &event))
    return -1;
  event.data.u64 = EPOLL;
  return epoll_ctl (e, EPOLL_CTL_ADD, own[0], &event);
#else
  return fd < 0;
#endif
}
static int wait_for (int fd) {
#ifdef POLL
  struct pollfd p = {fd, POLLIN, 0};
  return poll (&p, 1, -1);
#elif defined EPOLL
  struct epoll_event event;
  return epoll_wait (e, &event, 1, -1);
#else
  char c;
  return (int)read (fd, &c, 1);
#endif
}
int main (int argc, char **argv) {
  pthread_t t;
  int own[2];
  int to = open (argv[1], O_WRONLY);
  int from = open (argv[argc - 1], O_RDONLY);
  if (pipe (own) || watch (from))
    return 1;
#ifdef ASKS
  s = to;
#else
  s = own[1];
#endif
  begin (&t);
  usleep (30000);
  if (wait_for (from) == 1)
    x = 2;
  pthread_join (t, NULL);
  return 0;
}
C
for way in READ POLL EPOLL=2 EPOLL=1 'EPOLL=2 -DASKS' 'EPOLL=1 -DASKS'; do
  # shellcheck disable=SC2086
  build_program own -D$way
  exec 3<>to 4<>from
  printf b >&4
  rm -rf run
  "$foretrace" record -q -o run -- ./own to from </dev/null >/dev/null 2>&1 3<&- 4<&-
  report $? "$way: recorded, with a pipe of its own"
  exec 3<&- 4<&-
  "$foretrace" check run -f json -o found.json >/dev/null
  certified=1
  [[ $way != *ASKS ]] || certified=0
  holds found.json "d['summary']['certified'] == $certified and len(d['races']) == 1" \
    "$way: nobody outside answers what a pipe of the program's own brings"
done

# A descriptor that is handed to another process: what comes through its other end
# may have been passed on.
cat >hand.c <<'C'
#include "ask.h"
#include <string.h>
#include <sys/un.h>
int main (int argc, char **argv) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  strcpy (a.sun_path, argv[argc - 1]);
  pthread_t t;
  int ends[2], l = socket (AF_UNIX, SOCK_STREAM, 0), e = epoll_create1 (0);
  if (pipe (ends) || bind (l, (void *)&a, sizeof a) || listen (l, 5))
    return 1;
  int c = accept (l, NULL, NULL);
  char control[CMSG_SPACE (sizeof (int))] = {0};
  struct msghdr m = {.msg_iov = &(struct iovec){"c", 1}, .msg_iovlen = 1,
                     .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *first = CMSG_FIRSTHDR (&m);
  *first = (struct cmsghdr){CMSG_LEN (sizeof (int)), SOL_SOCKET, SCM_RIGHTS};
  memcpy (CMSG_DATA (first), ends, sizeof (int));
  if (sendmsg (c, &m, 0) != 1)
    return 1;
  s = ends[1];
  begin (&t);
  struct epoll_event event = {.events = EPOLLIN};
#ifdef READ
  if (read (c, &(char){0}, 1) == 1)
    x = 2;
#else
  if (!epoll_ctl (e, EPOLL_CTL_ADD, c, &event) && epoll_wait (e, &event, 1, -1) == 1)
    x = 2;
#endif
  pthread_join (t, NULL);
  return 0;
}
C
for way in READ EPOLL; do
  build_program hand -D$way
  rm -rf handed door
  "$foretrace" record -q -o handed -- ./hand door >/dev/null 2>&1 </dev/null &
  server=$!
  await test -S door
  /usr/bin/python3 - <<'PY'
import os, socket, time
s = socket.socket (socket.AF_UNIX)
while True:
    try:
        s.connect ("door")
        break
    except ConnectionRefusedError:
        time.sleep (0.01)
_, descriptors, _, _ = socket.recv_fds (s, 1, 1)
os.read (descriptors[0], 1)
s.send (b"b")
PY
  wait "$server"
  "$foretrace" check handed -f json -o found.json >/dev/null
  holds found.json "d['summary']['certified'] == 0 and len(d['races']) == 1" \
    "$way: another process reads a pipe that it was handed"
done

# A second connection, made when something came through the first one.
cat >accept.c <<'C'
#include "ask.h"
int main (int argc, char **argv) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
  socklen_t size = sizeof a;
  pthread_t t;
  int l = socket (AF_INET, SOCK_STREAM, 0);
  if (bind (l, (void *)&a, size) || listen (l, 5) || getsockname (l, (void *)&a, &size))
    return argc;
  FILE *port = fopen (argv[1], "w");
  fprintf (port, "%d\n", ntohs (a.sin_port));
  fclose (port);
  rename (argv[1], argv[2]);
  s = accept (l, NULL, NULL);
  begin (&t);
  if (accept (l, NULL, NULL) >= 0)
    x = 2;
  pthread_join (t, NULL);
  return 0;
}
C
build_program accept
"$foretrace" record -q -o accepted -- ./accept port.new port >/dev/null 2>&1 </dev/null &
server=$!
await test -s port
/usr/bin/python3 - "$(cat port)" <<'PY'
import socket, sys
first = socket.create_connection (("127.0.0.1", int (sys.argv[1])))
first.recv (1)
second = socket.create_connection (("127.0.0.1", int (sys.argv[1])))
first.recv (1)
PY
wait "$server"
"$foretrace" check accepted -f json -o found.json >/dev/null
holds found.json "d['summary']['certified'] == 0 and len(d['races']) == 1" \
  "a connection may be an answer"

# Nobody connects before the socket listens.
cat >listen.c <<'C'
#include "ask.h"
static int l;
static void *begin_to_listen (void *a) {
  x = 1;
  listen (l, 5);
  return a;
}
int main (int argc, char **argv) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
  socklen_t size = sizeof a;
  pthread_t t;
  struct pollfd p = {.events = POLLIN};
  l = socket (AF_INET, SOCK_STREAM, 0);
  if (bind (l, (void *)&a, size) || getsockname (l, (void *)&a, &size))
    return argc;
  FILE *port = fopen (argv[1], "w");
  fprintf (port, "%d\n", ntohs (a.sin_port));
  fclose (port);
  rename (argv[1], argv[2]);
  p.fd = open (argv[3], O_RDONLY);
  pthread_create (&t, NULL, begin_to_listen, NULL);
  if (poll (&p, 1, -1) == 1)
    x = 2;
  pthread_join (t, NULL);
  return 0;
}
C
build_program listen
rm -f port
"$foretrace" record -q -o listened -- ./listen port.new port from >/dev/null 2>&1 </dev/null &
server=$!
await test -s port
/usr/bin/python3 - "$(cat port)" <<'PY'
import socket, sys, time
to = open ("from", "wb", buffering = 0)
while True:
    try:
        socket.create_connection (("127.0.0.1", int (sys.argv[1])))
        break
    except ConnectionRefusedError:
        time.sleep (0.01)
to.write (b"b")
PY
wait "$server"
"$foretrace" check listened -f json -o found.json >/dev/null
holds found.json "d['summary']['certified'] == 0 and len(d['races']) == 1" \
  "another process may have seen that the socket listens"

# The process that reads standard output writes standard input.
cat >talk.c <<'C'
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
static int x;
static void *say (void *a) {
  x = 1;
  puts ("a");
  fflush (stdout);
  return a;
}
static int heard (void) {
#ifdef POLL
  struct pollfd p = {0, POLLIN, 0};
  return poll (&p, 1, -1) == 1;
#else
  return getchar () == 'b';
#endif
}
int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, say, NULL);
  if (heard ())
    x = 2;
  pthread_join (t, NULL);
  return 0;
}
C
for way in READ POLL; do
  build_program talk -D$way
  rm -rf talked
  /usr/bin/python3 - "$foretrace" <<'PY'
import subprocess, sys
p = subprocess.Popen ([sys.argv[1], "record", "-q", "-o", "talked", "--", "./talk"],
                      stdin = subprocess.PIPE, stdout = subprocess.PIPE)
p.stdout.readline ()
p.stdin.write (b"b\n")
p.stdin.close ()
sys.exit (p.wait ())
PY
  report $? "$way: who reads answers"
  "$foretrace" check talked -f json -o found.json >/dev/null
  holds found.json "d['summary']['certified'] == 0 and len(d['races']) == 1" \
    "$way: what is read may be the answer to what was printed"
  rm -rf told
  echo b | "$foretrace" record -q -o told -- ./talk >/dev/null
  "$foretrace" check told -f json -o found.json >/dev/null
  holds found.json "d['summary']['certified'] == 1" "$way: nobody answers /dev/null"
done
