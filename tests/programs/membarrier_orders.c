// RACE-FREE
// WHY: membarrier is a fence in all threads, so that who sees the flag sees what came
// before it, with a fence for the compiler alone

#define _GNU_SOURCE
#include <linux/membarrier.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

int data, seen;
atomic_int ready;

void *writer (void *a) {
  data = 42;
  syscall (SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
  atomic_store_explicit (&ready, 1, memory_order_relaxed);
  return a;
}

void *reader (void *a) {
  while (!atomic_load_explicit (&ready, memory_order_relaxed))
    usleep (50);
  atomic_signal_fence (memory_order_seq_cst);
  seen = data;
  return a;
}

int main (void) {
  pthread_t t, u;
  syscall (SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
  pthread_create (&t, 0, writer, 0);
  pthread_create (&u, 0, reader, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
