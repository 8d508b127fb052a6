// What the kernels share: threads that are numbered, and the barrier that
// scientific programs bring with them: a mutex, a condition, a count of
// arrivals and a flag that toggles with each round.
#pragma once
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { threads = 3 };

static struct barrier {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int arrived;
  int flag;
} barrier = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

static void barrier_wait (void) {
  pthread_mutex_lock (&barrier.mutex);
  int flag = barrier.flag;
  if (++barrier.arrived == threads) {
    barrier.arrived = 0;
    barrier.flag = !flag;
    pthread_cond_broadcast (&barrier.changed);
  } else
    while (barrier.flag == flag)
      pthread_cond_wait (&barrier.changed, &barrier.mutex);
  pthread_mutex_unlock (&barrier.mutex);
}

static void kernel (long self);

static void *start (void *number) {
  kernel ((long)number);
  return 0;
}

// Thread 0 is the caller.
static inline void run_kernel (void) {
  pthread_t id[threads];
  for (long i = 1; i < threads; i++)
    pthread_create (&id[i], 0, start, (void *)i);
  kernel (0);
  for (long i = 1; i < threads; i++)
    pthread_join (id[i], 0);
}

static inline int first (long self, int n) { return (int)(self * n / threads); }

// The same numbers in each run.
static inline unsigned next_random (unsigned *state) {
  *state = *state * 1103515245 + 12345;
  return *state >> 16 & 0x7fff;
}
