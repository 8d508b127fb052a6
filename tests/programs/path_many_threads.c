// RACE path: 25 36
// WHY: the last of thirty that leaves when all is closed notes it; in the run only the one that closes was left

#include <pthread.h>

enum { THREADS = 30 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int users = 1, closing, closed;

static int leave (void) {
  pthread_mutex_lock (&lock);
  int left = --users;
  pthread_mutex_unlock (&lock);
  return left;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int may = !closing;
  users += may;
  pthread_mutex_unlock (&lock);
  if (may && leave () == 0) {
    pthread_mutex_lock (&lock);
    closed = 1;
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void *end (void *a) {
  pthread_mutex_lock (&lock);
  closing = 1;
  pthread_mutex_unlock (&lock);
  leave ();
  return closed ? a : 0;
}

int main (void) {
  pthread_t t[THREADS], last;
  for (int i = 0; i < THREADS; i++)
    pthread_create (t + i, 0, use, 0);
  pthread_create (&last, 0, end, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], 0);
  pthread_join (last, 0);
  return 0;
}
