// RACE: 17 17
// WHY: the lock of the account that is paid from does not guard the other

#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
} accounts[3] = {{PTHREAD_MUTEX_INITIALIZER, 10},
                 {PTHREAD_MUTEX_INITIALIZER, 10},
                 {PTHREAD_MUTEX_INITIALIZER, 0}};

void *pay (void *number) {
  struct account *from = &accounts[(long)number], *to = &accounts[2];
  pthread_mutex_lock (&from->lock);
  from->balance--;
  to->balance++;
  pthread_mutex_unlock (&from->lock);
  return 0;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, pay, 0);
  pthread_create (&u, 0, pay, (void *)1);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
