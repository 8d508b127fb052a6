// RACE-FREE
// WHY: nodes are pushed once and never freed while threads run

#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *next;
  int value;
} nodes[6];
_Atomic (struct node *) top;
atomic_int sum;

void push (struct node *n) {
  n->next = atomic_load (&top);
  while (!atomic_compare_exchange_weak (&top, &n->next, n))
    ;
}

struct node *pop (void) {
  struct node *n = atomic_load (&top);
  while (n && !atomic_compare_exchange_weak (&top, &n, n->next))
    ;
  return n;
}

void *pusher (void *first) {
  struct node *n = first;
  for (int i = 0; i < 3; i++) {
    n[i].value = 1;
    push (&n[i]);
  }
  return 0;
}

void *popper (void *a) {
  struct node *n;
  for (int i = 0; i < 3; i++)
    if ((n = pop ()))
      sum += n->value;
  return a;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, pusher, &nodes[0]);
  pthread_create (&u, 0, pusher, &nodes[3]);
  pthread_create (&v, 0, popper, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  return sum > 6;
}
