// FREE: -DJOIN
// FREE: -DONCE
// FREE: -DCONDITION
// FREE: -DBARRIER
// RACY: -DRWLOCK
// RACY: -DNOTHING
// WHY: what the library synchronises needs no order of the atomics; a section of
// a read-write lock may come before the other one, so that the flag alone is left
#include "litmus.h"
static atomic_int flag;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;

static void set (void) {
  WRITE_DATA ();
  atomic_store_explicit (&flag, 1, memory_order_relaxed);
}

static void *put (void *a) {
#if defined ONCE
  pthread_once (&once, set);
#elif defined CONDITION
  pthread_mutex_lock (&mutex);
  set ();
  pthread_mutex_unlock (&mutex);
  pthread_cond_signal (&condition);
#elif defined RWLOCK
  pthread_rwlock_wrlock (&rwlock);
  set ();
  pthread_rwlock_unlock (&rwlock);
#else
  set ();
#endif
#ifdef BARRIER
  pthread_barrier_wait (&barrier);
#endif
  return a;
}

static void *take (void *a) {
#if defined ONCE
  pthread_once (&once, set);
#elif defined CONDITION
  pthread_mutex_lock (&mutex);
  while (!atomic_load_explicit (&flag, memory_order_relaxed))
    pthread_cond_wait (&condition, &mutex);
  pthread_mutex_unlock (&mutex);
#elif defined RWLOCK
  pthread_rwlock_rdlock (&rwlock);
  pthread_rwlock_unlock (&rwlock);
#elif defined BARRIER
  pthread_barrier_wait (&barrier);
#endif
#ifdef JOIN
  pthread_t t;
  pthread_create (&t, 0, put, 0);
  pthread_join (t, 0);
#endif
  if (atomic_load_explicit (&flag, memory_order_relaxed))
    READ_DATA ();
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_barrier_init (&barrier, 0, 2);
#ifdef JOIN
  pthread_create (&t, 0, take, 0);
  pthread_join (t, 0);
  (void)u;
#else
  pthread_create (&t, 0, put, 0);
  pthread_create (&u, 0, take, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
#endif
  (void)once, (void)mutex, (void)condition, (void)rwlock;
  return 0;
}
