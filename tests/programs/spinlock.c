// RACE-FREE

#include <pthread.h>
#include <sched.h>

pthread_spinlock_t l;
int x;

void *one (void *a) {
  pthread_spin_lock (&l);
  x++;
  pthread_spin_unlock (&l);
  return a;
}

void *two (void *a) {
  while (pthread_spin_trylock (&l) != 0)
    sched_yield ();
  x++;
  pthread_spin_unlock (&l);
  return a;
}

int main (void) {
  pthread_spin_init (&l, PTHREAD_PROCESS_PRIVATE);
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_spin_destroy (&l);
  return x != 2;
}
