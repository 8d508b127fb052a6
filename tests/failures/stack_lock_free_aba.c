// FAILURE: assertion "top != &freed"
// A compare-and-swap that succeeds, although the stack changed and changed
// back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef struct node {
  struct node *_Atomic next;
} node;

static node a, freed;
static node *_Atomic top = &a;

static node *pop (void) {
  for (;;) {
    node *old = atomic_load (&top);
    if (!old)
      return NULL;
    node *next = atomic_load (&old->next);
    if (atomic_compare_exchange_strong (&top, &old, next))
      return old;
  }
}

static void push (node *n) {
  node *old = atomic_load (&top);
  do
    atomic_store (&n->next, old);
  while (!atomic_compare_exchange_strong (&top, &old, n));
}

static void *first (void *unused) {
  pop ();
  return unused;
}

static void *second (void *unused) {
  node *x = pop ();
  pop ();
  if (x == &a)
    push (x);
  return unused;
}

int main (void) {
  pthread_t t[2];
  atomic_store (&a.next, &freed);
  pthread_create (&t[0], 0, first, 0);
  pthread_create (&t[1], 0, second, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  assert (top != &freed);
  return 0;
}
