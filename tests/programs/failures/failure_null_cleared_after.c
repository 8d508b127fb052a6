// NO-FAILURE
// WHY: the thread that clears the pointer waits for the one that uses it

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t used = PTHREAD_COND_INITIALIZER;
static int done;
static struct account {
  long id, balance;
} one = {1, 100}, *account = &one;
static long seen;

static void *first (void *a) {
  pthread_mutex_lock (&lock);
  seen = account->balance;
  done = 1;
  pthread_cond_broadcast (&used);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *second (void *a) {
  pthread_mutex_lock (&lock);
  while (!done)
    pthread_cond_wait (&used, &lock);
  account = NULL;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, first, 0);
  pthread_create (&t[1], 0, second, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
