// RACE: 16 16
// WHY: each says that it wants to enter only after it has looked

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int wants[2];
int x;

void *work (void *number) {
  long me = (long)number;
  while (atomic_load (&wants[1 - me]))
    sched_yield ();
  atomic_store (&wants[me], 1);
  x = 1;
  atomic_store (&wants[me], 0);
  return 0;
}

int main (void) {
  atomic_store (&wants[0], 0);
  atomic_store (&wants[1], 0);
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, (void *)1);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
