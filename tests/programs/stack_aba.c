// RACE: 19 29
// TINY
// WHY: a node that one thread still looks at is popped and pushed again

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

struct node {
  struct node *next;
} nodes[2];
_Atomic (struct node *) top;
sem_t looking, popped;

void *one (void *a) {
  struct node *n = atomic_load (&top);
  sem_post (&looking);
  sem_wait (&popped);
  struct node *next = n->next;
  atomic_compare_exchange_strong (&top, &n, next);
  return a;
}

void *two (void *a) {
  sem_wait (&looking);
  struct node *n = atomic_load (&top);
  atomic_store (&top, n->next);
  sem_post (&popped);
  n->next = atomic_load (&top);
  atomic_store (&top, n);
  return a;
}

int main (void) {
  nodes[0].next = &nodes[1];
  atomic_store (&top, &nodes[0]);
  sem_init (&looking, 0, 0);
  sem_init (&popped, 0, 0);
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
