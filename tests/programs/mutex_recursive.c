// RACE-FREE

#include <pthread.h>

pthread_mutex_t l;
int depth, x;

void add (int n) {
  pthread_mutex_lock (&l);
  x += n;
  if (n > 0)
    add (n - 1);
  x++;
  pthread_mutex_unlock (&l);
}

void *work (void *a) {
  add (3);
  return a;
}

int main (void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_settype (&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&l, &attributes);
  pthread_mutexattr_destroy (&attributes);
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_mutex_destroy (&l);
  return x != 20;
}
