// FAILURE: bounds 15
// WHY: a global array: the index is looked at in one section and used in the next one; far beyond, where there is no memory

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int names[16], last = 2, seen;

static void *look (void *a) {
  pthread_mutex_lock (&lock);
  int fits = last >= 0 && last < 16;
  pthread_mutex_unlock (&lock);
  if (fits) {
    pthread_mutex_lock (&lock);
    seen = names[last];
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void *move (void *a) {
  pthread_mutex_lock (&lock);
  last = 1 << 28;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, look, 0);
  pthread_create (&t[1], 0, move, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
