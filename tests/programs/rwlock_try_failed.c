// RACE: 12 27
// RACE: 18 27
// RACE: 12 18

#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *one (void *a) {
  if (pthread_rwlock_tryrdlock (&l) != 0)
    x = 1;
  return a;
}

void *two (void *a) {
  if (pthread_rwlock_trywrlock (&l) != 0)
    x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_rwlock_wrlock (&l);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  x = 3;
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_rwlock_unlock (&l);
}
