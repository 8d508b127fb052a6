// RACE: 11 20
// TINY

#include <pthread.h>

pthread_spinlock_t l;
int x;

void *other (void *a) {
  pthread_spin_trylock (&l);
  x = 2;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_spin_init (&l, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock (&l);
  pthread_create (&t, 0, other, 0);
  x = 1;
  pthread_join (t, 0);
  pthread_spin_unlock (&l);
}
