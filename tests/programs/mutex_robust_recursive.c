// RACE: 17 25
// WHY: a mutex that its owner has locked twice is free when the owner ends

#include <errno.h>
#include <pthread.h>

pthread_mutex_t l;
int x;

void *dies (void *a) {
  pthread_mutex_lock (&l);
  pthread_mutex_lock (&l);
  return a;
}

void *other (void *a) {
  x = 2;
  return a;
}

void *heir (void *a) {
  if (pthread_mutex_lock (&l) == EOWNERDEAD)
    pthread_mutex_consistent (&l);
  pthread_mutex_unlock (&l);
  x = 1;
  return a;
}

int main (void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_settype (&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutexattr_setrobust (&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init (&l, &attributes);
  pthread_t t, u;
  pthread_create (&t, 0, dies, 0);
  pthread_join (t, 0);
  pthread_create (&t, 0, heir, 0);
  pthread_create (&u, 0, other, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
