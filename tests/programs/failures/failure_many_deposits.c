// FAILURE: assertion 36
// WHY: each of many deposits reads the balance in one section and writes it in another, so that others in between are lost

#include <assert.h>
#include <pthread.h>

enum { THREADS = 50 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static int look (void) {
  pthread_mutex_lock (&lock);
  int seen = balance;
  pthread_mutex_unlock (&lock);
  return seen;
}

static void *deposit (void *a) {
  int sum = look () + (int)(long)a;
  pthread_mutex_lock (&lock);
  balance = sum;
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
  assert (look () == all);
  return 0;
}
