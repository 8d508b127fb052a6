// RACE: 17 23
// WHY: the thread that only writes holds no mutex; the other one locks a mutex whose owner has ended

#include <errno.h>
#include <pthread.h>

pthread_mutex_t l;
int x;

void *dies (void *a) {
  pthread_mutex_lock (&l);
  return a;
}

void *heir (void *a) {
  pthread_mutex_lock (&l);
  x = 1;
  pthread_mutex_unlock (&l);
  return a;
}

void *other (void *a) {
  x = 2;
  return a;
}

int main (void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_setrobust (&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_setpshared (&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init (&l, &attributes);
  pthread_t t, u;
  pthread_create (&t, 0, dies, 0);
  pthread_join (t, 0);
  pthread_create (&t, 0, heir, 0);
  pthread_create (&u, 0, other, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
