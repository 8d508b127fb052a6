// RACE-FREE

#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
long x;

void *reader (void *a) {
  pthread_rwlock_rdlock (&l);
  a = (void *)x;
  pthread_rwlock_unlock (&l);
  return a;
}

void *writer (void *a) {
  pthread_rwlock_wrlock (&l);
  x++;
  pthread_rwlock_unlock (&l);
  return a;
}

int main (void) {
  pthread_t t, u, v, w;
  pthread_create (&t, 0, reader, 0);
  pthread_create (&u, 0, writer, 0);
  pthread_create (&v, 0, writer, 0);
  pthread_create (&w, 0, reader, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  pthread_join (w, 0);
}
