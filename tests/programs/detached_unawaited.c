// RACE: 11 20

#include <pthread.h>
#include <semaphore.h>

sem_t done;
int x;

void *work (void *a) {
  pthread_detach (pthread_self ());
  x = 1;
  sem_post (&done);
  return a;
}

int main (void) {
  pthread_t t;
  sem_init (&done, 0, 0);
  pthread_create (&t, 0, work, 0);
  x = 2;
  sem_wait (&done);
}
