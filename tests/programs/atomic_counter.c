// RACE-FREE

#include <pthread.h>
#include <stdatomic.h>

_Atomic int x;
atomic_long y;

void *count (void *a) {
  for (int i = 0; i < 10; i++) {
    x++;
    atomic_fetch_add_explicit (&y, 2, memory_order_relaxed);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, count, 0);
  pthread_create (&u, 0, count, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return x != 20 || y != 40;
}
