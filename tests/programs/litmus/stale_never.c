// FREE: -DCOHERENCE
// FREE: -DFORKED
// FREE: -DOWN
// FREE: -DUPDATE
// FREE: -DBUFFERED
// STALE: -DBUFFERING
// WHY: no order lets a load return less than its thread has read, has written or
// comes after, nor an update anything but the last store, nor a load a store that
// comes later; two loads of two words may
#include "litmus.h"
static atomic_int x, y;
#define LOAD(a) atomic_load_explicit (&(a), memory_order_relaxed)
#define STORE(a, v) atomic_store_explicit (&(a), v, memory_order_relaxed)

static void *put (void *a) {
#if defined COHERENCE
  WRITE_DATA ();
  STORE (x, 1);
  STORE (x, 2);
#elif defined FORKED || defined OWN
  WRITE_DATA ();
#elif defined UPDATE
  if (!atomic_fetch_add_explicit (&x, 1, memory_order_relaxed))
    WRITE_DATA ();
#elif defined BUFFERED
  int seen = LOAD (x);
  STORE (y, 1);
  if (seen)
    WRITE_DATA ();
#else
  STORE (x, 1);
  if (!LOAD (y))
    WRITE_DATA ();
#endif
  return a;
}

static void *take (void *a) {
#if defined COHERENCE
  if (LOAD (x) == 2 && LOAD (x) == 1)
    WRITE_DATA ();
#elif defined FORKED
  if (!LOAD (y))
    WRITE_DATA ();
#elif defined OWN
  STORE (x, 1);
  if (!LOAD (x))
    WRITE_DATA ();
#elif defined UPDATE
  if (!atomic_fetch_add_explicit (&x, 1, memory_order_relaxed))
    WRITE_DATA ();
#elif defined BUFFERED
  int seen = LOAD (y);
  STORE (x, 1);
  if (seen)
    WRITE_DATA ();
#else
  STORE (y, 1);
  if (!LOAD (x))
    WRITE_DATA ();
#endif
  return a;
}

int main (void) {
  body *const bodies[] = {put, take};
#ifdef FORKED
  STORE (y, 1);
#endif
  run_threads (bodies, 2);
  return 0;
}
