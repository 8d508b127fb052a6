// RACE-FREE
// WHY: a lock returns 0 only after the thread whose lock returned EOWNERDEAD has made the mutex consistent

#include <errno.h>
#include <pthread.h>

pthread_mutex_t l;
int x;

void *dies (void *a) {
  pthread_mutex_lock (&l);
  return a;
}

void *heir (void *a) {
  if (pthread_mutex_lock (&l) == EOWNERDEAD) {
    x = 1;
    pthread_mutex_consistent (&l);
    pthread_mutex_unlock (&l);
  } else {
    pthread_mutex_unlock (&l);
    x = 2;
  }
  return a;
}

int main (void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_setrobust (&attributes, PTHREAD_MUTEX_ROBUST);
#ifdef SHARED
  pthread_mutexattr_setpshared (&attributes, PTHREAD_PROCESS_SHARED);
#endif
  pthread_mutex_init (&l, &attributes);
  pthread_t t, u;
  pthread_create (&t, 0, dies, 0);
  pthread_join (t, 0);
  pthread_create (&t, 0, heir, 0);
  pthread_create (&u, 0, heir, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
