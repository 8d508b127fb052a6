// RACE-FREE

// Threads count down, and who sees zero reads what they left: the updates release, and
// go on with each other's release sequences.

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

atomic_int left = 2;
int part[2];

void *work (void *number) {
  part[(intptr_t)number] = 4;
  atomic_fetch_sub_explicit (&left, 1, memory_order_release);
  return number;
}

int main (void) {
  pthread_t t[2];
  for (intptr_t i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, work, (void *)i);
  while (atomic_load_explicit (&left, memory_order_acquire))
    sched_yield ();
  printf ("%d\n", part[0] + part[1]);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
}
