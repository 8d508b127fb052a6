// RACE: 13 23
// WHY: two of three are waited for

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int done[3];
int parts[3];

void *work (void *number) {
  long me = (long)number;
  parts[me] = 1;
  atomic_store (&done[me], 1);
  return 0;
}

void *collect (void *a) {
  for (int i = 0; i < 2; i++)
    while (!atomic_load (&done[i]))
      sched_yield ();
  for (int i = 0; i < 3; i++)
    parts[i] = 0;
  return a;
}

int main (void) {
  pthread_t t, u, v, w;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, (void *)1);
  pthread_create (&v, 0, work, (void *)2);
  pthread_create (&w, 0, collect, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  pthread_join (w, 0);
}
