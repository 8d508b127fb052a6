// FREE: -DW=release -DR=acquire
// RACY: -DW=relaxed -DR=acquire
// RACY: -DW=release -DR=relaxed
// WHY: the queue of Michael and Scott: a node is published by the link to it
#include "litmus.h"

typedef struct node {
  _Atomic (struct node *) next;
  int data;
} node;

static node nodes[3];
static _Atomic (node *) head = nodes, tail = nodes;

static void *enqueue (void *a) {
  node *mine = nodes + 1 + (long)a;
  mine->data = 1;
  for (;;) {
    node *last = atomic_load_explicit (&tail, ORDER (R)), *none = 0;
    node *next = atomic_load_explicit (&last->next, ORDER (R));
    if (next)
      atomic_compare_exchange_strong_explicit (&tail, &last, next, ORDER (W),
                                               memory_order_relaxed);
    else if (atomic_compare_exchange_strong_explicit (
               &last->next, &none, mine, ORDER (W), memory_order_relaxed)) {
      atomic_compare_exchange_strong_explicit (&tail, &last, mine, ORDER (W),
                                               memory_order_relaxed);
      return a;
    }
  }
}

static void *dequeue (void *a) {
  node *first = atomic_load_explicit (&head, ORDER (R));
  node *next = atomic_load_explicit (&first->next, ORDER (R));
  if (next && atomic_compare_exchange_strong_explicit (
                &head, &first, next, ORDER (W), memory_order_relaxed))
    printf ("%d\n", next->data);
  return a;
}
RUN (enqueue, dequeue, enqueue)
