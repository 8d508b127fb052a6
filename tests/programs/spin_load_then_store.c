// RACE: 15 15
// WHY: between the test and the set another thread may pass, too

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int lock;
int x;

void *work (void *a) {
  while (atomic_load (&lock) != 0)
    sched_yield ();
  atomic_store (&lock, 1);
  x = 1;
  atomic_store (&lock, 0);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
