// RACE-FREE

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int wants[2], turn;
int x;

void *work (void *number) {
  long me = (long)number;
  for (int i = 0; i < 3; i++) {
    atomic_store (&wants[me], 1);
    atomic_store (&turn, 1 - me);
    while (atomic_load (&wants[1 - me]) && atomic_load (&turn) == 1 - me)
      sched_yield ();
    x++;
    atomic_store (&wants[me], 0);
  }
  return 0;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, (void *)1);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return x != 6;
}
