// FREE: -DL=seq_cst -DS=seq_cst
// RACY: -DL=relaxed -DS=relaxed
// RACY: -DL=acquire -DS=relaxed
// FREE: -DL=seq_cst -DS=seq_cst -DE=release
// RACY: -DL=seq_cst -DS=seq_cst -DE=relaxed
// RACY: -DL=relaxed -DS=relaxed -DE=release
// WEAK: -DL=acquire -DS=release
// WHY: Lamport's bakery (1974)
#include "litmus.h"
#define LOAD(x) atomic_load_explicit (&(x), ORDER (L))
#define STORE(x, v) atomic_store_explicit (&(x), v, ORDER (S))
#ifndef E // of leaving
#define E S
#endif
static atomic_int choosing[2], number[2];

static void enter (int me) {
  STORE (choosing[me], 1);
  int first = LOAD (number[0]), second = LOAD (number[1]);
  int mine = (first > second ? first : second) + 1;
  STORE (number[me], mine);
  STORE (choosing[me], 0);
  while (LOAD (choosing[1 - me]))
    sched_yield ();
  for (int n; (n = LOAD (number[1 - me])) && (n < mine || (n == mine && me));)
    sched_yield ();
}

static void leave (int me) {
  atomic_store_explicit (&number[me], 0, ORDER (E));
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
