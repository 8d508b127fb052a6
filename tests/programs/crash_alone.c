// RACE-FREE
// EXIT: 136
// WHY: the signal that ends the process is its status

#include <pthread.h>
#include <signal.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void *work (void *a) {
  pthread_mutex_lock (&l);
  x++;
  pthread_mutex_unlock (&l);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  raise (SIGFPE);
}
