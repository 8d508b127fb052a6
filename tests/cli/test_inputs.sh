#!/bin/bash
# Inputs of a recording (clocks, random bytes, a pipe as standard input) are
# given again in its replays.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"
cd "$work" || exit 1

# confirms TEXT RUN: R1 of the recording is reached 10 of 10 times.
confirms() {
  run "$foretrace" replay "$2" R1 -n 10
  grep -q 'reached: always (10 of 10)' out
  report $? "$1: always reached"
  [ ! -s err ]
  report $? "$1: without a warning"
}

# ---- the clock, in two threads -------------------------------------------------

# 32 branches: a replay with its own clock goes another way at once.
cat >parity.c <<'C'
#include <pthread.h>
#include <time.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int x, other;
static int odd (void) {
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_nsec / 7 & 1;
}
static void *first (void *a) {
  for (int i = 0; i < 16; i++)
    if (odd ())
      other++;
  pthread_mutex_lock (&l);
  if (odd ())
    x = 1;
  else {
    other++;
    x = 2;
  }
  pthread_mutex_unlock (&l);
  return a;
}
static void *second (void *a) {
  int mine = 0;
  pthread_mutex_lock (&l);
  pthread_mutex_unlock (&l);
  for (int i = 0; i < 16; i++)
    if (odd ())
      mine++;
    else
      mine += a != 0;
  x = mine;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, NULL, first, NULL);
  pthread_create (&u, NULL, second, &other);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
C
build_program parity
exits 66 "branches on the clock" "$foretrace" run -n 10 -d clock -- ./parity
shows 'CERTIFIED, CONFIRMED 10/10' "the race is confirmed"
confirms "the clock" clock

# ---- the processor's clock, by instructions ------------------------------------

# 32 branches, as above; the last lines: what is read is the clock.
cat >instructions.c <<'C'
#include <pthread.h>
#include <x86intrin.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int x, other;
static unsigned long by_halves (void) {
  unsigned lower, upper;
  __asm__ volatile ("lfence\n\trdtsc" : "=a"(lower), "=d"(upper)::"memory");
  return (unsigned long)upper << 32 | lower;
}
static unsigned long with_number (void) {
  unsigned lower, upper, number;
  __asm__ volatile ("rdtscp" : "=a"(lower), "=d"(upper), "=c"(number));
  return (unsigned long)upper << 32 | lower;
}
static unsigned lower (void) {
  unsigned lower;
  __asm__ volatile ("rdtsc" : "=a"(lower)::"edx");
  return lower;
}
static int odd (int i) {
  unsigned number;
  unsigned long now = i % 5 == 0   ? by_halves ()
                      : i % 5 == 1 ? with_number ()
                      : i % 5 == 2 ? lower ()
                      : i % 5 == 3 ? __rdtsc ()
                                   : __rdtscp (&number);
  return now / 7 & 1;
}
static void *first (void *a) {
  for (int i = 0; i < 32; i++)
    if (odd (i))
      other++;
  x = 1;
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, 0, first, 0);
  x = 2;
  pthread_join (t, 0);
  unsigned long before = by_halves (), behind = __rdtsc ();
  return behind < before || behind - before > 1ul << 40;
}
C
build_program instructions
exits 66 "branches on rdtsc" "$foretrace" run -n 10 -d ticks -- ./instructions
shows 'CERTIFIED, CONFIRMED 10/10' "the race is confirmed"
run ./instructions
report "$status" "without a recorder it is the clock, too"

# Recorded before there were inputs, or by a program that has none.
cp -r clock older
rm older/inputs older/checksums # as earlier versions left it
run "$foretrace" replay older R1 -n 3
{ [ "$status" -eq 0 ] || [ "$status" -eq 67 ]; } && grep -q '^R1 reached: ' out
report $? "a recording without inputs is replayed with the clock as it is"

# ---- standard input, random bytes, waiting ----------------------------------

cat >commands.c <<'C'
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int x, odd;
static void *first (void *a) {
  pthread_mutex_lock (&l);
  x = 1;
  pthread_mutex_unlock (&l);
  return a;
}
static void *second (void *a) {
  pthread_mutex_lock (&l);
  pthread_mutex_unlock (&l);
  x = 2;
  return a;
}
static void count (const unsigned char *bytes) {
  for (int i = 0; i < 8; i++)
    if (bytes[i] & 1)
      odd++;
}
static void race (void) {
  pthread_t t, u;
  pthread_create (&t, NULL, first, NULL);
  pthread_create (&u, NULL, second, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
int main (void) {
  struct pollfd p = {0, POLLIN, 0};
  unsigned char bytes[8];
  char text[40], word[10], *line = NULL;
  size_t size = 0;
  int n = 0, own[2];
  if (poll (&p, 1, 5000) != 1)
    return 1;
  getrandom (bytes, sizeof bytes, 0);
  count (bytes);
  FILE *device = fopen ("/dev/urandom", "r");
  if (fread (bytes, 1, 8, device) == 8)
    count (bytes);
  fclose (device);
  int fd = open ("/dev/urandom", O_RDONLY);
  if (read (fd, bytes, 8) == 8)
    count (bytes);
  close (fd);
  if (pipe (own) || write (own[1], bytes, 8) != 8 || read (own[0], bytes, 8) != 8)
    return 2;
  count (bytes);
  ungetc (getchar (), stdin);
  if (!fgets (text, sizeof text, stdin) || strcmp (text, "hello\n"))
    return 3;
  if (scanf ("%d %9s", &n, word) != 2 || n != 12 || strcmp (word, "word"))
    return 4;
  if (getchar () != '\n')
    return 5;
  while (getline (&line, &size, stdin) >= 0)
    if (!strcmp (line, "go\n"))
      race ();
    else
      odd += (int)strlen (line);
  free (line);
  return feof (stdin) ? 0 : 6;
}
C
input() {
  printf 'hello\n12 word\nlong%0200d\n' 5
  sleep 0.2
  printf 'go\nend\n'
}
build_program commands
input | timeout "$patience" "$foretrace" run -n 10 -d commands.run -- ./commands >out 2>err
grep -q 'CERTIFIED, CONFIRMED 10/10' out
report $? "commands from a pipe: the race is confirmed"
confirms "commands" commands.run

cp -r commands.run older-commands
rm older-commands/inputs older-commands/checksums
exits 67 "without its inputs" "$foretrace" replay older-commands R1 -n 2
says 'had a pipe as standard input' "it is told what is missing"

input | "$foretrace" record -q --mode light -o light -- ./commands
[ $? -eq 0 ] && [ -s light/inputs ]
report $? "a light recording keeps inputs"
exits 0 "which is expanded" "$foretrace" expand light
confirms "commands, expanded" light

# ---- C++ ------------------------------------------------------------------------

cat >cxx.cc <<'C'
#include <chrono>
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <random>
#include <string>
#include <thread>
static std::mutex m;
static std::condition_variable never;
static int x, odd;
static void one (int n) {
  std::unique_lock<std::mutex> g (m);
  if (!never.wait_for (g, std::chrono::milliseconds (20), [] { return false; }))
    x = n;
}
static void two (int n) {
  while (true) {
    std::lock_guard<std::mutex> g (m);
    if (x)
      break;
  }
  x = n + 1;
}
int main () {
  std::string word;
  std::random_device device;
  int n = 0;
  while (std::cin >> word && word != "go")
    if (device () & 1)
      odd += (int)word.size ();
    else
      odd++;
  std::cin >> n;
  if (std::chrono::steady_clock::now ().time_since_epoch ().count () / 7 & 1)
    odd++;
  std::thread a (one, n);
  a.join ();
  std::thread b (two, n), c (two, n);
  b.join ();
  c.join ();
  std::getline (std::cin, word);
  return word == " rest" ? 0 : 1;
}
C
"$build/bin/foretrace-c++" -g -pthread cxx.cc -o cxx || exit 1
printf 'a bb ccc dddd e ff go 12 rest\n' |
  timeout "$patience" "$foretrace" run -n 10 -d cxx.run -- ./cxx >out 2>err
grep -q 'CONFIRMED 10/10' out
report $? "std::cin, std::random_device, std::chrono: the race is confirmed"
confirms "C++" cxx.run

# ---- a terminal -----------------------------------------------------------------

# Which is none in a replay: the program would take another way.
cat >shown.c <<'C'
#include <pthread.h>
#include <unistd.h>
static int x, coloured, plain;
static void *add (void *a) { x++; return a; }
int main (void) {
  pthread_t t;
  for (int i = 0; i < 4; i++)
    if (isatty (STDOUT_FILENO))
      coloured++;
    else
      plain += 2;
  pthread_create (&t, NULL, add, NULL);
  if (isatty (STDOUT_FILENO) && coloured == 4)
    x = 7;
  pthread_join (t, NULL);
  return x > 8 || plain;
}
C
build_program shown
if /usr/bin/python3 -c 'import pty; pty.openpty ()' 2>err; then
  /usr/bin/python3 -c 'import os, pty, sys
sys.exit (os.waitstatus_to_exitcode (pty.spawn (sys.argv[1:])))' \
    "$foretrace" record -q -o shown.run -- ./shown >out 2>err </dev/null
  report $? "a program that writes to a terminal is recorded"
  confirms "isatty" shown.run
else
  skip "there are no terminals here"
fi

# ---- damage ----------------------------------------------------------------------

# spoil COMMAND...: python with the bytes of 'inputs' as 'd'.
spoil() {
  rm -rf spoilt
  cp -r commands.run spoilt
  /usr/bin/python3 -c 'import sys
d = bytearray(open(sys.argv[1], "rb").read())
exec(sys.argv[2])
open(sys.argv[1], "wb").write(d)' spoilt/inputs "$1"
  rm spoilt/checksums # which foretrace itself would look at first
  run "$foretrace" replay spoilt R1 -n 1
  { [ "$status" -eq 0 ] || [ "$status" -eq 67 ]; } && ! grep -q 'signal' out
  report $? "inputs, $2: no crash (got $status)"
}
spoil 'del d[:]' "empty"
spoil 'del d[100:]' "less than the head"
spoil 'del d[4096:]' "the head only"
spoil 'del d[4096 + 50:]' "cut within an entry"
spoil 'del d[-20:]' "without the end"
spoil 'd[0] ^= 1' "not inputs"
spoil 'd[16:24] = b"\xff" * 8' "a count that is too large"
spoil 'd[4096:4100] = b"\xff" * 4' "a thread that there is not"
spoil 'd[4096 + 28:4096 + 32] = b"\xff" * 4' "an entry that is too long"
spoil 'd[4096 + 4] = 99' "another kind"
spoil 'd[4096 + 16:4096 + 24] = b"\xff" * 7 + b"\x7f"' "a large result"
spoil 'd[4096:] = b"\xff" * (len (d) - 4096)' "nothing but ones"
spoil 'd[4128:] = bytes (x ^ 0x10 for x in d[4128:])' "bits turned"
