// RACE: 12 18
// WHY: what runs at the end runs while other threads still do

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

sem_t end;
int x;

void at_end (void) {
  x = 1;
  sem_wait (&end);
}

void *work (void *a) {
  pthread_detach (pthread_self ());
  x = 2;
  sem_post (&end);
  return a;
}

int main (void) {
  pthread_t t;
  sem_init (&end, 0, 0);
  atexit (at_end);
  pthread_create (&t, 0, work, 0);
}
