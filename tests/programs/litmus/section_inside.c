// FREE:
// RACY: -DOUTSIDE
// WHY: relaxed accesses in sections of one lock are ordered by it
#include "litmus.h"
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static void *put (void *a) {
  WRITE_DATA ();
  pthread_mutex_lock (&mutex);
  atomic_store_explicit (&flag, 1, memory_order_relaxed);
  pthread_mutex_unlock (&mutex);
  return a;
}

static void *take (void *a) {
#ifndef OUTSIDE
  pthread_mutex_lock (&mutex);
#endif
  int seen = atomic_load_explicit (&flag, memory_order_relaxed);
#ifndef OUTSIDE
  pthread_mutex_unlock (&mutex);
#endif
  if (seen)
    READ_DATA ();
  return a;
}
RUN (put, take)
