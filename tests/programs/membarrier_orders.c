// RACE-FREE
// WHY: membarrier is a fence in all threads: a reader that the writer does not see in
// its section does not see the pointer

#define _GNU_SOURCE
#include <linux/membarrier.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

int data, seen;
_Atomic (int *) pointer = &data;
atomic_int inside;

void *reader (void *a) {
  atomic_store_explicit (&inside, 1, memory_order_relaxed);
  atomic_signal_fence (memory_order_seq_cst);
  int *p = atomic_load_explicit (&pointer, memory_order_relaxed);
  if (p)
    seen = *p;
  atomic_signal_fence (memory_order_seq_cst);
  atomic_store_explicit (&inside, 0, memory_order_release);
  return a;
}

void *writer (void *a) {
  atomic_store_explicit (&pointer, 0, memory_order_relaxed);
  syscall (SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
  while (atomic_load_explicit (&inside, memory_order_acquire))
    usleep (50);
  data = 7;
  return a;
}

int main (void) {
  pthread_t t, u;
  syscall (SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
  pthread_create (&t, 0, reader, 0);
  pthread_create (&u, 0, writer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
