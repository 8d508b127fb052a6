// FAILURE: assertion "total == 300"
// An audit sums up two accounts, each under its lock, during a transfer.
#include <assert.h>
#include <pthread.h>

static struct {
  pthread_mutex_t lock;
  int balance;
} account[2] = {{PTHREAD_MUTEX_INITIALIZER, 100},
                {PTHREAD_MUTEX_INITIALIZER, 200}};

static void add (int to, int amount) {
  pthread_mutex_lock (&account[to].lock);
  account[to].balance += amount;
  pthread_mutex_unlock (&account[to].lock);
}

static void *transfer (void *unused) {
  add (0, -50);
  add (1, 50);
  return unused;
}

static void *audit (void *unused) {
  int total = 0;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock (&account[i].lock);
    total += account[i].balance;
    pthread_mutex_unlock (&account[i].lock);
  }
  assert (total == 300);
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, transfer, 0);
  pthread_create (&t[1], 0, audit, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
