// NO-FAILURE
// WHY: each deposit reads the balance and writes it in one section

#include <assert.h>
#include <pthread.h>

enum { THREADS = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *deposit (void *a) {
  pthread_mutex_lock (&lock);
  int seen = balance;
  balance = seen + (int)(long)a;
  pthread_mutex_unlock (&lock);
  return 0;
}

int main (void) {
  pthread_t t[THREADS];
  int all = 0;
  for (long i = 0; i < THREADS; i++) {
    pthread_create (t + i, 0, deposit, (void *)i);
    all += (int)i;
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], 0);
  pthread_mutex_lock (&lock);
  assert (balance == all);
  pthread_mutex_unlock (&lock);
  return 0;
}
