// RACE-FREE
// WEAK beyond: 15 15
// WHY: right under sequential consistency, wrong with relaxed atomics

#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];
int x;

void *work (void *number) {
  long me = (long)number;
  atomic_store_explicit (&wants[me], 1, memory_order_relaxed);
  if (!atomic_load_explicit (&wants[1 - me], memory_order_relaxed))
    x = 1;
  return 0;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, (void *)1);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
