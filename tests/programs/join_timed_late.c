// RACE: 13 25
#define _GNU_SOURCE

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

sem_t end;
int x;

void *work (void *a) {
  sem_wait (&end);
  x = 1;
  return a;
}

int main (void) {
  pthread_t t;
  struct timespec now;
  sem_init (&end, 0, 0);
  pthread_create (&t, 0, work, 0);
  clock_gettime (CLOCK_REALTIME, &now);
  pthread_timedjoin_np (t, 0, &now);
  sem_post (&end);
  x = 2;
  pthread_join (t, 0);
}
