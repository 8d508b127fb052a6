// RACE-FREE

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define SIZE 4
int slots[SIZE], sum;
atomic_uint head, tail;

void *producer (void *a) {
  for (unsigned i = 0; i < 10; i++) {
    while (i - atomic_load_explicit (&head, memory_order_acquire) == SIZE)
      sched_yield ();
    slots[i % SIZE] = (int)i;
    atomic_store_explicit (&tail, i + 1, memory_order_release);
  }
  return a;
}

void *consumer (void *a) {
  for (unsigned i = 0; i < 10; i++) {
    while (atomic_load_explicit (&tail, memory_order_acquire) == i)
      sched_yield ();
    sum += slots[i % SIZE];
    atomic_store_explicit (&head, i + 1, memory_order_release);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, producer, 0);
  pthread_create (&u, 0, consumer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return sum != 45;
}
