// FREE: -DL=seq_cst -DS=seq_cst
// RACY: -DL=relaxed -DS=relaxed
// RACY: -DL=acquire -DS=relaxed
// FREE: -DL=seq_cst -DS=seq_cst -DE=release
// RACY: -DL=seq_cst -DS=relaxed
// RACY: -DL=relaxed -DS=relaxed -DE=release
// WEAK: -DL=acquire -DS=release
// WHY: Szymanski's lock (1988)
#include "litmus.h"
#define LOAD(x) atomic_load_explicit (&(x), ORDER (L))
#define STORE(x, v) atomic_store_explicit (&(x), v, ORDER (S))
#ifndef E // of leaving
#define E S
#endif
static atomic_int flag[2];

static void enter (int me) {
  STORE (flag[me], 1);
  while (LOAD (flag[1 - me]) >= 3)
    sched_yield ();
  STORE (flag[me], 3);
  if (LOAD (flag[1 - me]) == 1) {
    STORE (flag[me], 2);
    while (LOAD (flag[1 - me]) != 4)
      sched_yield ();
  }
  STORE (flag[me], 4);
  while (me == 1 && LOAD (flag[0]) >= 2)
    sched_yield ();
}

static void leave (int me) {
  for (int f; me == 0 && ((f = LOAD (flag[1])) == 2 || f == 3);)
    sched_yield ();
  atomic_store_explicit (&flag[me], 0, ORDER (E));
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
