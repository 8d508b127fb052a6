#!/bin/bash
# Servers and clients are replayed without the other end of their connections.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"
top=$PWD
cd "$work" || exit 1
mkdir tmp
export TMPDIR=$work/tmp # what is left behind there is of this test

# with_client CLIENT COMMAND...: the command beside a client, which ends before
# the replays begin: they meet nobody.
with_client() {
  rm -f port
  /usr/bin/python3 "$1" &
  timeout "$patience" "${@:2}" >out 2>err
  status=$?
  wait $!
}

# ---- a server with two event loops ----------------------------------------------

cp "$top/tests/cli/echo_server.c" .
build_program echo_server
cat >client.py <<'P'
import os, socket, time
end = time.time() + float(os.environ["patience"])
while not os.path.exists("port") and time.time() < end:
    time.sleep(0.05)
address = ("127.0.0.1", int(open("port").read()))
os.unlink("port")
clients = [socket.create_connection(address) for _ in range(2)]
for word in b"count", b"count", b"hide", b"count":
    for c in clients:
        c.sendall(word)
        assert c.recv(64) == word
for c in clients:
    c.close()
P
with_client client.py "$foretrace" run -n 5 -d echo.run -- ./echo_server
grep -q "data race on 'last'.*CERTIFIED, CONFIRMED 5/5" out
report $? "an echo server: its race is confirmed without clients"
exits 0 "and reached" "$foretrace" replay echo.run R1 -n 1 -t 3
shows '^R1 reached: always \(1 of 1\)' "by 'replay', too"
for poll in poll select; do
  with_client client.py "$foretrace" run -n 5 -d "$poll.run" -- ./echo_server "$poll"
  grep -q "data race on 'last'.*CERTIFIED, CONFIRMED 5/5" out
  report $? "an echo server with $poll"
done
build_program echo_server -DMESSAGES
with_client client.py "$foretrace" run -n 5 -d messages.run -- ./echo_server
grep -q "data race on 'last'.*CERTIFIED, CONFIRMED 5/5" out
report $? "an echo server that receives messages in parts"
build_program echo_server

# The address of the recording is taken: the replay does not use it.
cat >taken.py <<'P'
import socket, subprocess, sys
s = socket.socket()
s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
s.bind(("127.0.0.1", int(sys.argv[1])))
s.listen(5)
s.settimeout(0)
status = subprocess.call(sys.argv[2:])
try:
    s.accept()
    print("somebody connected")
except BlockingIOError:
    print("nobody connected")
sys.exit(status)
P
# Who holds a port that nobody listens at keeps it from those who ask for any.
cat >holds.py <<'P'
import socket, sys
s = socket.socket()
s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1], flush=True)
sys.stdin.read()
P
mkfifo until
/usr/bin/python3 holds.py <until >held &
exec 8>until
await grep -q . held
free=$(cat held)
with_client client.py "$foretrace" record -q -o taken -- ./echo_server epoll "$free"
exits 0 "while something else has its port" /usr/bin/python3 taken.py "$free" \
  "$foretrace" replay taken R1 -n 1 -t 3
shows '^R1 reached: always' "it is reached"
shows '^nobody connected' "without a word to that"
exec 8>&-

# ---- a client ---------------------------------------------------------------------

cat >fetch.c <<'C'
#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static struct sockaddr_in address = {.sin_family = AF_INET};
static long bytes;
static void *fetch (void *a) {
  char text[64];
  int fd = socket (AF_INET, SOCK_STREAM, 0);
  if (connect (fd, (void *)&address, sizeof address) || write (fd, "get", 3) != 3)
    exit (2);
  for (ssize_t n; (n = read (fd, text, sizeof text)) > 0;)
    bytes += n;
  return a;
}
int main (int count, char **arguments) {
  pthread_t threads[2];
  FILE *port = fopen (count > 1 ? arguments[1] : "port", "r");
  int number;
  if (!port || fscanf (port, "%d", &number) != 1)
    return 1;
  fclose (port);
  address.sin_port = htons ((unsigned short)number);
  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  for (int i = 0; i < 2; i++)
    pthread_create (threads + i, NULL, fetch, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return !bytes;
}
C
build_program fetch
cat >server.py <<'P'
import socket, subprocess, sys, threading
s = socket.socket()
s.bind(("127.0.0.1", 0))
s.listen(5)
open("server.port", "w").write("%d\n" % s.getsockname()[1])
def serve():
    for _ in range(2):
        c, _ = s.accept()
        c.recv(3)
        for _ in range(3):
            c.sendall(b"some text")
        c.close()
t = threading.Thread(target=serve, daemon=True)
t.start()
sys.exit(subprocess.call(sys.argv[1:]))
P
exits 0 "a client is recorded" /usr/bin/python3 server.py \
  "$foretrace" record -q -o fetch.run -- ./fetch server.port
exits 0 "and replayed without its server" "$foretrace" replay fetch.run R1 -n 3
shows '^R1 reached: always \(3 of 3\)' "always"

# ---- a program that talks to itself ---------------------------------------------

cat >own.c <<'C'
#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static struct sockaddr_in address = {.sin_family = AF_INET};
static int ordered, racy;
static void *ask (void *a) {
  char byte = 0;
  int fd = socket (AF_INET, SOCK_STREAM, 0);
  if (connect (fd, (void *)&address, sizeof address))
    return a;
  ordered = 1;
  if (write (fd, "x", 1) != 1 || read (fd, &byte, 1) != 1 || byte != 'x')
    return a;
  racy = 1;
  close (fd);
  return a;
}
int main (void) {
  pthread_t thread;
  socklen_t size = sizeof address;
  char byte = 0;
  int fd = socket (AF_INET, SOCK_STREAM, 0);
  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  if (bind (fd, (void *)&address, size) || listen (fd, 5) ||
      getsockname (fd, (void *)&address, &size))
    return 1;
  pthread_create (&thread, NULL, ask, NULL);
  int other = accept (fd, NULL, NULL);
  if (read (other, &byte, 1) != 1 || !ordered || write (other, &byte, 1) != 1)
    return 2;
  racy = 2;
  pthread_join (thread, NULL);
  return 0;
}
C
build_program own
exits 66 "a program that is its own client" "$foretrace" run -n 5 -d own.run -- ./own
shows "data race on 'racy'.*CERTIFIED, CONFIRMED 5/5" "talks to itself again"
! grep -q "on 'ordered'.*CERTIFIED" out
report $? "and what it sends orders"

# ---- files that the program changes ----------------------------------------------
#
# A replay finds them as they were before the recording, and changes copies.

cp "$top/tests/cli/changed_files.c" .
build_program changed_files
mkdir place
prepare () {
  rm -rf place/*
  printf '1\n2\n' >place/log
  echo 1 >place/old
  echo cut >place/cut
  echo 1 >behind
  ln -s "$PWD/behind" place/leads
}
listing () { (cd place && ls -lR --time-style=full-iso . && cat ./log ./cut ./made) }
prepare
(cd place && exits 0 "files are changed" "$foretrace" record -q -o ../changed.run -- ../changed_files)
listing >before
for race in R1 R2; do
  "$foretrace" replay changed.run "$race" -n 2 >out 2>err
  shows "^$race reached: always" "$race, behind changed files"
done
listing | cmp -s - before
report $? "and the files stay as the recording left them"
[ -z "$(ls -A "$TMPDIR")" ]
report $? "no copy is left behind"
"$foretrace" record -q -o changed.run -- ./own
[ ! -e changed.run/files ]
report $? "a run directory that is used again has no old files"

# ---- the environment ---------------------------------------------------------------
#
# A program may copy all of it, so that its length counts, too.

cat >copies_all.c <<'C'
#include <pthread.h>
extern char **environ;
static char copy[1 << 20];
static int x;
static void *work (void *a) {
  x = 1;
  return a;
}
int main (void) {
  pthread_t t;
  char *to = copy;
  for (char **e = environ; *e; e++)
    for (const char *c = *e; *c && to < copy + sizeof copy; c++)
      *to++ = *c;
  pthread_create (&t, NULL, work, NULL);
  x = 2;
  pthread_join (t, NULL);
}
C
build_program copies_all
"$foretrace" record -q -o environment.run -- ./copies_all
exits 0 "with another environment" env A_NEW_VARIABLE=some HOME=/ \
  "$foretrace" replay environment.run R1 -n 2
shows '^R1 reached: always' "the recorded one counts"

# ---- descriptors that are inherited --------------------------------------------

cat >numbers.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int x, fds;
static void *work (void *a) {
  if (open ("/dev/null", O_RDONLY) == 4 && fcntl (7, F_GETFD) >= 0)
    x = 1;
  else
    fds = 1;
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  x = 2;
  pthread_join (t, NULL);
  return fds;
}
C
build_program numbers
"$foretrace" record -q -o numbers.run -- ./numbers 3</dev/null 4<&- 7</dev/null
exits 0 "without the descriptors of the recording" "$foretrace" replay numbers.run R1 -n 2
shows '^R1 reached: always' "their numbers are taken"
run "$foretrace" replay numbers.run R1 -n 2 4</dev/null 6</dev/null
shows '^R1 reached: always' "and no others"

# What standard output is, is no matter of the schedule: a file or a pipe in the
# recording, /dev/null in the replay.
cat >copies.c <<'C'
#include <pthread.h>
#include <unistd.h>
static int x;
static void *work (void *a) {
  x = 1;
  return a;
}
int main (void) {
  pthread_t t;
  int next = dup (1);
  (void)!write (next, "x", 1);
  close (next);
  pthread_create (&t, NULL, work, NULL);
  x = 2;
  pthread_join (t, NULL);
}
C
build_program copies
"$foretrace" record -q -o file.run -- ./copies >copies.out
run "$foretrace" replay file.run R1 -n 2
shows '^R1 reached: always' "a copy of standard output, which is a file"
"$foretrace" record -q -o pipe.run -- ./copies | cat >copies.out
run "$foretrace" replay pipe.run R1 -n 2
shows '^R1 reached: always' "and which is a pipe"

# ---- signals of other processes ---------------------------------------------------

cat >told.c <<'C'
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>
static volatile sig_atomic_t told;
static int x;
static void note (int number) {
  told = number;
}
static void *work (void *a) {
  x = 1;
  return a;
}
int main (void) {
  struct sigaction action = {.sa_handler = note};
  struct epoll_event e;
  pthread_t t;
  int events = epoll_create1 (0);
  sigaction (SIGUSR1, &action, NULL);
  FILE *file = fopen ("told.new", "w");
  fprintf (file, "%d\n", (int)getpid ());
  fclose (file);
  rename ("told.new", "told.pid");
  while (!told)
    if (epoll_wait (events, &e, 1, -1) >= 0 || errno != EINTR)
      return 1;
  fclose (fopen ("told.done", "w"));
  pthread_create (&t, NULL, work, NULL);
  x = 2;
  pthread_join (t, NULL);
  return 0;
}
C
build_program told
(
  await [ -s told.pid ]
  # One that comes before the wait may not interrupt it: they repeat.
  while sleep 0.3 && [ ! -e told.done ]; do
    kill -USR1 "$(cat told.pid)" || break
  done
) &
timeout "$patience" "$foretrace" run -n 5 -d told.run -- ./told >out 2>err
wait $!
grep -q "data race on 'x'.*CERTIFIED, CONFIRMED 5/5" out
report $? "a signal that interrupted a wait comes again"
