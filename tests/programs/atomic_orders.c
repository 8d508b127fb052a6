// RACE-FREE
// WHY: every operation and order there is; atomics never race

#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
_Atomic unsigned char byte;
_Atomic long long wide;
_Atomic (int *) pointer;
atomic_bool flag;
int target;

void *one (void *a) {
  atomic_store_explicit (&x, 1, memory_order_relaxed);
  atomic_store_explicit (&x, 2, memory_order_release);
  atomic_store_explicit (&x, 3, memory_order_seq_cst);
  atomic_fetch_sub_explicit (&x, 1, memory_order_acquire);
  atomic_fetch_or_explicit (&x, 8, memory_order_acq_rel);
  atomic_fetch_and_explicit (&x, 15, memory_order_release);
  atomic_fetch_xor_explicit (&x, 1, memory_order_consume);
  atomic_exchange_explicit (&byte, 7, memory_order_acq_rel);
  atomic_store (&wide, 1LL << 40);
  atomic_store (&pointer, &target);
  atomic_exchange (&flag, 1);
  return a;
}

void *two (void *a) {
  int expected = 0;
  atomic_load_explicit (&x, memory_order_relaxed);
  atomic_load_explicit (&x, memory_order_consume);
  atomic_load_explicit (&x, memory_order_acquire);
  atomic_compare_exchange_strong_explicit (
      &x, &expected, 5, memory_order_acq_rel, memory_order_relaxed);
  atomic_compare_exchange_weak (&x, &expected, 6);
  byte++;
  wide--;
  atomic_load (&pointer);
  atomic_load (&flag);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
