// FAILURE: assertion "balance == 130"
// A deposit that is computed between two sections is lost.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *deposit (void *amount) {
  pthread_mutex_lock (&lock);
  int before = balance;
  pthread_mutex_unlock (&lock);
  int after = before + *(int *)amount;
  pthread_mutex_lock (&lock);
  balance = after;
  pthread_mutex_unlock (&lock);
  return 0;
}

int main (void) {
  pthread_t t[2];
  int amount[] = {10, 20};
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, deposit, &amount[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  assert (balance == 130);
  return 0;
}
