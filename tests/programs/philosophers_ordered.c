// RACE-FREE
// WHY: one philosopher takes the right fork first

#include <pthread.h>

pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER,
                            PTHREAD_MUTEX_INITIALIZER,
                            PTHREAD_MUTEX_INITIALIZER};
int meals;

void *dine (void *number) {
  long left = (long)number, right = (left + 1) % 3;
  long first = left < right ? left : right;
  long second = left < right ? right : left;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&forks[first]);
    pthread_mutex_lock (&forks[second]);
    pthread_mutex_unlock (&forks[second]);
    pthread_mutex_unlock (&forks[first]);
  }
  return 0;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, dine, 0);
  pthread_create (&u, 0, dine, (void *)1);
  pthread_create (&v, 0, dine, (void *)2);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  return meals;
}
