// FAILURE: assertion "balance >= 0"
// The balance is checked in one section of the lock and changed in another.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int enough (int amount) {
  pthread_mutex_lock (&lock);
  int fine = balance >= amount;
  pthread_mutex_unlock (&lock);
  return fine;
}

static void *withdraw (void *unused) {
  if (enough (70)) {
    pthread_mutex_lock (&lock);
    balance -= 70;
    assert (balance >= 0);
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, withdraw, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
