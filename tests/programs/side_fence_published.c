// RACE-FREE
// WEAK path: 16 32
// TINY
// WHY: behind the fence the side looks whether the other thread is done; in C11 a
// fence has to come behind the look

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static atomic_int done;

static void *publish (void *a) {
  data = 1;
  atomic_thread_fence (memory_order_seq_cst);
  atomic_store_explicit (&done, 1, memory_order_relaxed);
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen) {
    atomic_thread_fence (memory_order_seq_cst);
    if (atomic_load_explicit (&done, memory_order_relaxed))
      data = 2;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
