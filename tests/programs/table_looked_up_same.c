// RACE beyond: 13 25
// TINY
// WHY: both places of the table say the same, but they are two addresses

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char table[4] = {0, 1, 0, 1};
static int data;
static unsigned level = 1;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 3;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  unsigned seen = level;
  pthread_mutex_unlock (&lock);
  if (table[seen & 3])
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
