// RACE: 16 18
// RACE: 18 18
// WHY: the last write comes after the next ticket is called

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_uint next, serving;
int x;

void *work (void *a) {
  unsigned mine = atomic_fetch_add (&next, 1);
  while (atomic_load (&serving) != mine)
    sched_yield ();
  x = 1;
  atomic_store (&serving, mine + 1);
  x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
