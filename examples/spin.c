#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static int x, stat, seen;

static void *give (void *arg) {
  x = 7;
  atomic_store_explicit (&flag, 1, memory_order_release);
  stat = 1;
  return arg;
}
static void *take (void *arg) {
  while (!atomic_load_explicit (&flag, memory_order_acquire)) {}
  seen = x;
  stat = 2;
  return arg;
}
int main (void) {
  pthread_t t1, t2;
  pthread_create (&t1, NULL, give, NULL);
  pthread_create (&t2, NULL, take, NULL);
  pthread_join (t1, NULL);
  pthread_join (t2, NULL);
  return seen != 7 || !stat;
}
