// RACE: 15 25
// RACE: 17 25
// WHY: both waits end without the lock

#include <pthread.h>
#include <time.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *other (void *a) {
  struct timespec now;
  clock_gettime (CLOCK_REALTIME, &now);
  pthread_rwlock_timedrdlock (&l, &now);
  x = 1;
  pthread_rwlock_timedwrlock (&l, &now);
  x = 2;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_rwlock_wrlock (&l);
  pthread_create (&t, 0, other, 0);
  x = 3;
  pthread_join (t, 0);
  pthread_rwlock_unlock (&l);
}
