// RACE-FREE
// WHY: a count of what is there, waited for by its value

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int done;
int parts[3];

void *work (void *number) {
  long me = (long)number;
  parts[me] = (int)me + 1;
  atomic_fetch_add (&done, 1);
  return 0;
}

void *collect (void *a) {
  while (atomic_load (&done) != 3)
    sched_yield ();
  int sum = parts[0] + parts[1] + parts[2];
  parts[0] = parts[1] = parts[2] = 0;
  return sum == 6 ? a : (void *)1;
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
