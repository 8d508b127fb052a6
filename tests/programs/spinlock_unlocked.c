// RACE: 11 19
// TINY

#include <pthread.h>

pthread_spinlock_t l;
int x;

void *one (void *a) {
  pthread_spin_lock (&l);
  x = 1;
  pthread_spin_unlock (&l);
  return a;
}

void *two (void *a) {
  pthread_spin_lock (&l);
  pthread_spin_unlock (&l);
  x = 2;
  return a;
}

int main (void) {
  pthread_spin_init (&l, PTHREAD_PROCESS_PRIVATE);
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
