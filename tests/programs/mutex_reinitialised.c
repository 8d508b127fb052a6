// RACE-FREE
// WHY: one lock after another at the same address

#include <pthread.h>

pthread_mutex_t l;
int x;

void *work (void *a) {
  pthread_mutex_lock (&l);
  x++;
  pthread_mutex_unlock (&l);
  return a;
}

void round_of (void) {
  pthread_mutex_init (&l, 0);
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_mutex_destroy (&l);
}

int main (void) {
  round_of ();
  round_of ();
  return x != 4;
}
