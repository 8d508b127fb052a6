// RACE beyond: 13 24
// TINY
// WHY: the reader that comes first is given the cell that is written; the
// recorded one another, so the address would have to change

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cells[2];
static int *current = &cells[0];

static void *publish (void *a) {
  cells[0] = 1;
  pthread_mutex_lock (&lock);
  current = &cells[1];
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int *mine = current;
  pthread_mutex_unlock (&lock);
  *mine = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
