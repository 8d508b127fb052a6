// RACE-FREE

#include <pthread.h>

pthread_rwlock_t l;
long x;

void *reader (void *a) {
  if (pthread_rwlock_tryrdlock (&l) == 0) {
    a = (void *)x;
    pthread_rwlock_unlock (&l);
  }
  return a;
}

void *writer (void *a) {
  if (pthread_rwlock_trywrlock (&l) == 0) {
    x++;
    pthread_rwlock_unlock (&l);
  }
  return a;
}

int main (void) {
  pthread_rwlock_init (&l, 0);
  pthread_t t, u, v;
  pthread_create (&t, 0, writer, 0);
  pthread_create (&u, 0, reader, 0);
  pthread_create (&v, 0, writer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  pthread_rwlock_destroy (&l);
}
