// FREE: -DW=seq_cst -DR=seq_cst -DE=release
// RACY: -DW=relaxed -DR=relaxed -DE=relaxed
// RACY: -DW=release -DR=acquire -DE=relaxed
// WEAK: -DW=release -DR=acquire -DE=release
// WEAK: -DW=seq_cst -DR=acquire -DE=release
// WHY: who sees that the other one is not inside goes in; leaving has to release;
// with less than seq_cst both may go in, which no interleaving shows
#include "litmus.h"
static atomic_int wants[2];

static void *work (void *a) {
  int me = (int)(long)a;
  atomic_store_explicit (wants + me, 1, ORDER (W));
  if (!atomic_load_explicit (wants + 1 - me, ORDER (R)))
    WRITE_DATA ();
  atomic_store_explicit (wants + me, 0, ORDER (E));
  return a;
}
RUN (work, work)
