// FREE:
// RACY: -DSECTION_FIRST
// WHY: a section behind the flag comes after the other one in every order; a
// section before the flag may come first
#include "litmus.h"
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static void pass (void) {
  pthread_mutex_lock (&mutex);
  pthread_mutex_unlock (&mutex);
}

static void *put (void *a) {
  WRITE_DATA ();
  pass ();
  atomic_store_explicit (&flag, 1, memory_order_relaxed);
  return a;
}

static void *take (void *a) {
#ifdef SECTION_FIRST
  pass ();
#endif
  int seen = atomic_load_explicit (&flag, memory_order_relaxed);
#ifndef SECTION_FIRST
  pass ();
#endif
  if (seen)
    READ_DATA ();
  return a;
}
RUN (put, take)
