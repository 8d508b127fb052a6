// RACE-FREE
// WHY: the side overflows the stack

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;
static int s;
__attribute__ ((noinline)) static int deep (int n) {
  volatile char big[64 << 20];
  big[5] = n;
  big[6] = n;
  return big[n & 63];
}

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
    s = deep (s);
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
