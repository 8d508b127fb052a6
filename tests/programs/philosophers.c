// RACE-FREE
// DEADLOCK: 17 17 17
// WHY: every philosopher takes the left fork first

#include <pthread.h>
#include <unistd.h>

pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER,
                            PTHREAD_MUTEX_INITIALIZER,
                            PTHREAD_MUTEX_INITIALIZER};
int meals[3];

void *dine (void *number) {
  long me = (long)number;
  usleep (20000 * (unsigned)me);
  pthread_mutex_lock (&forks[me]);
  pthread_mutex_lock (&forks[(me + 1) % 3]);
  meals[me]++;
  pthread_mutex_unlock (&forks[(me + 1) % 3]);
  pthread_mutex_unlock (&forks[me]);
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
}
