// generate EVENTS [SEED]: a trace in STD format, 8 threads, 64 locks, 10^5
// variables; most accesses under a lock that the variable's number names, a
// few in the open.  What the whole-process rows of the benchmark are run on.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 8, LOCKS = 64, VARIABLES = 100000 };

static uint64_t state;

static uint32_t pick (uint32_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((state >> 33) % n);
}

static int thread_lock[THREADS]; // held lock, or -1
static int lock_thread[LOCKS];   // its holder, or -1

static int take (int t) {
  int l = (int)pick (LOCKS);
  if (lock_thread[l] >= 0)
    return 0;
  thread_lock[t] = l;
  lock_thread[l] = t;
  return printf ("T%d|acq(l%d)|%u\n", t, l, pick (50)) > 0;
}

static int give (int t) {
  int l = thread_lock[t];
  thread_lock[t] = lock_thread[l] = -1;
  return printf ("T%d|rel(l%d)|%u\n", t, l, 50 + pick (50)) > 0;
}

static int touch (int t) {
  int l = thread_lock[t];
  uint32_t v = pick (VARIABLES / LOCKS) * LOCKS;
  // Without a lock, a thread stays among its own variables, but for one
  // access in a thousand.
  if (l >= 0)
    v += (uint32_t)l;
  else
    v = VARIABLES + (uint32_t)(pick (1000) ? t : 0) * 1000 + v % 1000;
  return printf ("T%d|%c(v%u)|%u\n", t, pick (3) ? 'r' : 'w', v,
                 100 + pick (900)) > 0;
}

static int step (int t) {
  uint32_t what = pick (10);
  if (thread_lock[t] < 0)
    return what < 3 ? take (t) : touch (t);
  return what < 3 ? give (t) : touch (t);
}

int main (int argc, char **argv) {
  if (argc < 2)
    return 64;
  long left = strtol (argv[1], NULL, 10);
  state = argc > 2 ? strtoull (argv[2], NULL, 10) : 1;
  for (int t = 0; t < THREADS; t++)
    thread_lock[t] = -1;
  for (int l = 0; l < LOCKS; l++)
    lock_thread[l] = -1;
  int running = 0; // threads switch every few events
  while (left > 0) {
    if (!pick (8))
      running = (int)pick (THREADS);
    left -= step (running);
  }
  return 0;
}
