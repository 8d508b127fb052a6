// RACE-FREE

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_uint next, serving;
int x;

void *work (void *a) {
  for (int i = 0; i < 5; i++) {
    unsigned mine = atomic_fetch_add (&next, 1);
    while (atomic_load (&serving) != mine)
      sched_yield ();
    x++;
    atomic_fetch_add (&serving, 1);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return x != 10;
}
