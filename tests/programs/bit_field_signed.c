// RACE-FREE
// TINY
// WHY: a signed field of three bits that is -1 when all are set

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int kind : 3, level : 3;
} state = {0, 3};
static int data;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  state.level = -1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = state.level;
  pthread_mutex_unlock (&lock);
  if (seen < 0)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
