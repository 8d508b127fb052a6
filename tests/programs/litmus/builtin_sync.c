// FREE: -DFULL
// FREE: -DADD
// FREE:
// RACY: -DPLAIN
// WHY: __sync builtins; the lock is acquired and released, all else is seq_cst
#include "litmus.h"
static int lock;

static void *work (void *a) {
#ifdef ADD
  while (__sync_fetch_and_add (&lock, 1)) {
    __sync_fetch_and_sub (&lock, 1);
    sched_yield ();
  }
  WRITE_DATA ();
  __sync_fetch_and_sub (&lock, 1);
#else
  while (__sync_lock_test_and_set (&lock, 1))
    sched_yield ();
  WRITE_DATA ();
#if defined FULL
  __sync_synchronize ();
  __atomic_store_n (&lock, 0, __ATOMIC_RELAXED);
#elif defined PLAIN
  __atomic_store_n (&lock, 0, __ATOMIC_RELAXED);
#else
  __sync_lock_release (&lock);
#endif
#endif
  return a;
}
RUN (work, work)
