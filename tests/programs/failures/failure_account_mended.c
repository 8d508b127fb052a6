// NO-FAILURE
// WHY: a deposit is one section, so that no order loses a withdrawal

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *deposit (void *a) {
  pthread_mutex_lock (&lock);
  balance += 10;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *withdraw (void *a) {
  pthread_mutex_lock (&lock);
  balance -= 5;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, deposit, 0);
  pthread_create (&b, 0, withdraw, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  pthread_mutex_lock (&lock);
  int left = balance;
  assert (left == 105);
  pthread_mutex_unlock (&lock);
  return 0;
}
