// RACE-FREE
// WEAK path: 19 28
// WHY: on a side a reader's section begins, and on a side of that one it ends: that side stops there, and the race before it is found

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *look (void *argument) {
  int seen = atomic_load (&flag);
  if (seen == 1) {
    pthread_rwlock_rdlock (&lock);
    seen = atomic_load_explicit (&flag, memory_order_relaxed);
    if (seen == 1) {
      volatile int copy = data;
      (void)copy;
    }
    pthread_rwlock_unlock (&lock);
  }
  return argument;
}

static void *set (void *argument) {
  data = 2;
  atomic_fetch_add_explicit (&flag, 1, memory_order_acquire);
  return argument;
}

int main (void) {
  pthread_t threads[2];
  pthread_create (threads, NULL, look, NULL);
  pthread_create (threads + 1, NULL, set, NULL);
  pthread_join (threads[0], NULL);
  pthread_join (threads[1], NULL);
  return 0;
}
