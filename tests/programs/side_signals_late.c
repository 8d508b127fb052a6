// RACE-FREE
// WHY: on the side the condition may be destroyed already, so that signalling it is undefined

#include <pthread.h>
#include <stdatomic.h>

static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int over;
static int data;

static void *use (void *a) {
  if (atomic_load (&over)) {
    pthread_cond_signal (&changed);
    data = 1;
  }
  return a;
}

static void *end (void *a) {
  pthread_cond_destroy (&changed);
  atomic_store (&over, 1);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, use, 0);
  pthread_create (&u, 0, end, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
