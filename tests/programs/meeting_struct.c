// RACE-FREE
// TINY
// WHY: the access needs what the taken side assigned as a whole

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;
struct whole {
  long a, b, c;
};
static struct whole own[2] = {{0, 0, 0}, {1, 2, 3}};

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  struct whole *mine = a;
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (seen)
    mine[0] = mine[1];
  if (mine[0].c)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, own);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
