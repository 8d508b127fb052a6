// RACE: 12 17
// TINY

#include <pthread.h>
#include <semaphore.h>

sem_t never;
int x;

void *one (void *a) {
  if (sem_trywait (&never) != 0)
    x = 1;
  return a;
}

void *two (void *a) {
  x = 2;
  return a;
}

int main (void) {
  sem_init (&never, 0, 0);
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
