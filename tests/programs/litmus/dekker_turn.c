// FREE: -DL=seq_cst -DS=seq_cst
// RACY: -DL=relaxed -DS=relaxed
// RACY: -DL=acquire -DS=relaxed
// WEAK: -DL=acquire -DS=release
// WHY: Dekker's lock (Dijkstra 1965)
#include "litmus.h"
#define LOAD(x) atomic_load_explicit (&(x), ORDER (L))
#define STORE(x, v) atomic_store_explicit (&(x), v, ORDER (S))
static atomic_int wants[2], turn;

static void enter (int me) {
  STORE (wants[me], 1);
  while (LOAD (wants[1 - me]))
    if (LOAD (turn) != me) {
      STORE (wants[me], 0);
      while (LOAD (turn) != me)
        sched_yield ();
      STORE (wants[me], 1);
    }
}

static void leave (int me) {
  STORE (turn, 1 - me);
  STORE (wants[me], 0);
}

static void *work (void *a) {
  int me = (int)(long)a;
  for (int i = 0; i < 2; i++) {
    enter (me);
    WRITE_DATA ();
    leave (me);
  }
  return a;
}
RUN (work, work)
