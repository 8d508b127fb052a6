// FREE: -DW=release -DR=acquire
// FREE: -DW=release -DR=consume
// RACY: -DW=relaxed -DR=consume
// RACY: -DW=release -DR=relaxed
// WHY: a pointer is published as in RCU; consume counts as acquire
#include "litmus.h"
static struct { int data; } one;
static _Atomic (void *) current;

static void *publish (void *a) {
  one.data = 1;
  atomic_store_explicit (&current, &one, ORDER (W));
  return a;
}

static void *read (void *a) {
  int *p = atomic_load_explicit (&current, ORDER (R));
  if (p)
    printf ("%d\n", *p); // data
  return a;
}
RUN (publish, read)
