// RACE-FREE
// WHY: two locks, always in the order of the accounts

#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
} accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 50},
                 {PTHREAD_MUTEX_INITIALIZER, 50}};

void transfer (int from, int to, int amount) {
  pthread_mutex_lock (&accounts[0].lock);
  pthread_mutex_lock (&accounts[1].lock);
  accounts[from].balance -= amount;
  accounts[to].balance += amount;
  pthread_mutex_unlock (&accounts[1].lock);
  pthread_mutex_unlock (&accounts[0].lock);
}

void *one (void *a) {
  transfer (0, 1, 5);
  return a;
}

void *two (void *a) {
  transfer (1, 0, 7);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return accounts[0].balance != 52;
}
