// RACE-FREE

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_uint sequence;
atomic_int left, right;

void *writer (void *a) {
  for (int i = 1; i <= 3; i++) {
    atomic_fetch_add (&sequence, 1);
    atomic_store_explicit (&left, i, memory_order_relaxed);
    atomic_store_explicit (&right, i, memory_order_relaxed);
    atomic_fetch_add (&sequence, 1);
  }
  return a;
}

void *reader (void *a) {
  unsigned before;
  int l, r;
  do {
    while ((before = atomic_load (&sequence)) % 2)
      sched_yield ();
    l = atomic_load_explicit (&left, memory_order_relaxed);
    r = atomic_load_explicit (&right, memory_order_relaxed);
  } while (before != atomic_load (&sequence));
  return l == r ? a : (void *)1;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, reader, 0);
  pthread_create (&u, 0, writer, 0);
  pthread_create (&v, 0, reader, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
