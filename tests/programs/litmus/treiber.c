// FREE: -DP=release -DT=acquire
// FREE: -DP=acq_rel -DT=seq_cst
// RACY: -DP=relaxed -DT=acquire
// RACY: -DP=release -DT=relaxed
// WHY: a Treiber stack hands its elements over
#include "litmus.h"

typedef struct node {
  struct node *next;
  int data;
} node;

static _Atomic (node *) top;
static node nodes[2];

static void *push (void *a) {
  node *mine = nodes + (long)a;
  mine->data = 1;
  node *old = atomic_load_explicit (&top, memory_order_relaxed);
  do
    mine->next = old; // data
  while (!atomic_compare_exchange_weak_explicit (&top, &old, mine, ORDER (P),
                                                 memory_order_relaxed));
  return a;
}

static void *pop (void *a) {
  node *old = atomic_load_explicit (&top, ORDER (T));
  while (old && !atomic_compare_exchange_weak_explicit (&top, &old,
                  old->next /* data */, ORDER (T), ORDER (T)))
    ;
  if (old)
    printf ("%d\n", old->data);
  return a;
}
RUN (push, push, pop)
