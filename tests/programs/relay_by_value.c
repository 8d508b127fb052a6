// RACE-FREE
// WEAK value: 16 29
// WHY: the relay copies the second flag to the first one without having synchronised with the sender

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int first, second;

#define IN(f, order) atomic_load_explicit (&f, memory_order_##order)
#define OUT(f, order) atomic_store_explicit (&f, 1, memory_order_##order)

static void *send_both (void *argument) {
  data = 1;
  OUT (first, release);
  OUT (second, relaxed);
  return argument;
}

static void *relay (void *argument) {
  atomic_store_explicit (&first, IN (second, relaxed), memory_order_seq_cst);
  return argument;
}

static void *receive (void *argument) {
  if (IN (first, acquire) == 1)
    data = 2;
  return argument;
}

int main (void) {
  void *(*all[]) (void *) = {relay, send_both, receive};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create (threads + i, NULL, all[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
