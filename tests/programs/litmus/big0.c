// FREE: -DW=release -DR=acquire
// RACY: -DW=relaxed -DR=acquire
// RACY: -DW=release -DR=relaxed
// WHY: many threads look at one message and answer; each answer is a message, too
#include "litmus.h"
static atomic_int flag, answers[3];

static void *put (void *a) {
  WRITE_DATA ();
  atomic_store_explicit (&flag, 1, ORDER (W));
  return a;
}

static void *answer (void *a) {
  if (atomic_load_explicit (&flag, ORDER (R)))
    atomic_store_explicit (&answers[(long)a - 1], data + 1, ORDER (W));
  return a;
}

static void *collect (void *a) {
  int all = 1;
  for (int i = 0; i < 3; i++)
    all &= atomic_load_explicit (&answers[i], ORDER (R)) > 0;
  if (all)
    WRITE_DATA ();
  return a;
}
RUN (put, answer, answer, answer, collect)
