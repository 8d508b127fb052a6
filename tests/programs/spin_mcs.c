// RACE-FREE

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

struct node {
  _Atomic (struct node *) next;
  atomic_int waits;
};
_Atomic (struct node *) tail;
int x;

void take (struct node *me) {
  atomic_store (&me->next, 0);
  atomic_store (&me->waits, 1);
  struct node *before = atomic_exchange (&tail, me);
  if (!before)
    return;
  atomic_store (&before->next, me);
  while (atomic_load (&me->waits))
    sched_yield ();
}

void give (struct node *me) {
  struct node *expected = me;
  if (!atomic_load (&me->next)) {
    if (atomic_compare_exchange_strong (&tail, &expected, 0))
      return;
    while (!atomic_load (&me->next))
      sched_yield ();
  }
  atomic_store (&atomic_load (&me->next)->waits, 0);
}

void *work (void *a) {
  struct node me;
  for (int i = 0; i < 3; i++) {
    take (&me);
    x++;
    give (&me);
  }
  return a;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_create (&v, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  return x != 9;
}
