// RACE-FREE

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

sem_t token;
int *buffer;
long sum;

void *work (void *a) {
  pthread_detach (pthread_self ());
  sum += *buffer;
  free (buffer);
  buffer = 0;
  sem_post (&token);
  return a;
}

int main (void) {
  sem_init (&token, 0, 0);
  sem_post (&token);
  for (int i = 0; i < 6; i++) {
    pthread_t t;
    sem_wait (&token); // each thread has it from the one before
    buffer = malloc (sizeof *buffer);
    *buffer = i;
    pthread_create (&t, 0, work, 0);
  }
  sem_wait (&token);
  return sum != 15;
}
