// RACE path: 14 28
// TINY
// WHY: the side has a fence before the access, which orders nothing by itself

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static atomic_int users;

static void *publish (void *a) {
  data = 1;
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
    atomic_store_explicit (&users, 1, memory_order_relaxed);
    atomic_thread_fence (memory_order_seq_cst);
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
