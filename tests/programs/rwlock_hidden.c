// RACE: 12 20
// TINY
// WHY: a shared lock between hides the race as an exclusive one does

#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *one (void *a) {
  pthread_rwlock_wrlock (&l);
  x = 1;
  pthread_rwlock_unlock (&l);
  return a;
}

void *two (void *a) {
  pthread_rwlock_rdlock (&l);
  pthread_rwlock_unlock (&l);
  x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
