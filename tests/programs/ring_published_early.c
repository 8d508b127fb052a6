// RACE: 13 22

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

int slots[4], sum;
atomic_uint tail;

void *producer (void *a) {
  for (unsigned i = 0; i < 4; i++) {
    atomic_store (&tail, i + 1);
    slots[i] = 1;
  }
  return a;
}

void *consumer (void *a) {
  for (unsigned i = 0; i < 4; i++) {
    while (atomic_load (&tail) <= i)
      sched_yield ();
    slots[i] = 2;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, producer, 0);
  pthread_create (&u, 0, consumer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
