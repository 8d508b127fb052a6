// RACE: 11 18
// WHY: a fence makes no access atomic

#include <pthread.h>
#include <stdatomic.h>

int x;

void *one (void *a) {
  atomic_thread_fence (memory_order_seq_cst);
  x = 1;
  atomic_thread_fence (memory_order_seq_cst);
  return a;
}

void *two (void *a) {
  atomic_thread_fence (memory_order_seq_cst);
  x = 2;
  atomic_thread_fence (memory_order_seq_cst);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
