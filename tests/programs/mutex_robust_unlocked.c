// RACE: 11 16

#include <errno.h>
#include <pthread.h>

pthread_mutex_t l;
int x;

void *dies (void *a) {
  pthread_mutex_lock (&l);
  x = 1;
  return a;
}

void *careless (void *a) {
  x = 2;
  return a;
}

int main (void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_setrobust (&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init (&l, &attributes);
  pthread_t t, u;
  pthread_create (&t, 0, dies, 0);
  pthread_create (&u, 0, careless, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return pthread_mutex_lock (&l) != EOWNERDEAD;
}
