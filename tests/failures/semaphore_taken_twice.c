// FAILURE: deadlock
// Each thread takes two units, one by one, and there are two.
#include <pthread.h>
#include <semaphore.h>

static sem_t units;
static int works[2];

static void *work (void *mine) {
  sem_wait (&units);
  sem_wait (&units);
  ++*(int *)mine;
  sem_post (&units);
  sem_post (&units);
  return 0;
}

int main (void) {
  pthread_t t[2];
  sem_init (&units, 0, 2);
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, work, &works[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
