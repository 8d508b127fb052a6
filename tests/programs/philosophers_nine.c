// RACE-FREE
// DEADLOCK: 18 18 18 18 18 18 18 18 18
// WHY: every one of nine philosophers takes the left fork first

#include <pthread.h>
#include <unistd.h>

enum { COUNT = 9 };
pthread_mutex_t forks[COUNT];
int meals[COUNT];
pthread_t guests[COUNT];

void *dine (void *number) {
  long me = (long)number;
  usleep (20000 * (unsigned)me);
  pthread_mutex_t *left = &forks[me], *right = &forks[(me + 1) % COUNT];
  pthread_mutex_lock (left);
  pthread_mutex_lock (right);
  meals[me]++;
  pthread_mutex_unlock (right);
  pthread_mutex_unlock (left);
  return 0;
}

int main (void) {
  for (int i = 0; i < COUNT; i++)
    pthread_mutex_init (&forks[i], 0);
  for (long i = 0; i < COUNT; i++)
    pthread_create (&guests[i], 0, dine, (void *)i);
  for (int i = 0; i < COUNT; i++)
    pthread_join (guests[i], 0);
}
