// FREE: -DW=release -DR=acquire
// RACY: -DW=relaxed -DR=acquire
// RACY: -DW=release -DR=relaxed
// WHY: double-checked locking
#include "litmus.h"
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;

static void *work (void *a) {
  if (!atomic_load_explicit (&ready, ORDER (R))) {
    pthread_mutex_lock (&mutex);
    if (!atomic_load_explicit (&ready, memory_order_relaxed)) {
      WRITE_DATA ();
      atomic_store_explicit (&ready, 1, ORDER (W));
    }
    pthread_mutex_unlock (&mutex);
  }
  READ_DATA ();
  return a;
}
RUN (work, work)
