// FREE: -DL=seq_cst -DS=seq_cst
// RACY: -DL=relaxed -DS=relaxed
// RACY: -DL=acquire -DS=relaxed
// FREE: -DL=seq_cst -DS=seq_cst -DE=release
// RACY: -DL=seq_cst -DS=seq_cst -DE=relaxed
// RACY: -DL=relaxed -DS=seq_cst -DE=release
// WEAK: -DL=acquire -DS=release
// WHY: Peterson's lock (1981)
#include "litmus.h"
#define LOAD(x) atomic_load_explicit (&(x), ORDER (L))
#define STORE(x, v) atomic_store_explicit (&(x), v, ORDER (S))
#ifndef E // of leaving
#define E S
#endif
static atomic_int wants[2], turn;

static void enter (int me) {
  STORE (wants[me], 1);
  STORE (turn, 1 - me);
  while (LOAD (wants[1 - me]) && LOAD (turn) == 1 - me)
    sched_yield ();
}

static void leave (int me) {
  atomic_store_explicit (&wants[me], 0, ORDER (E));
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
