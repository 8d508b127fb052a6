// RACE-FREE
// WHY: each of two threads takes two units one by one, and there are three

#include <pthread.h>
#include <semaphore.h>

static sem_t units;

static void *work (void *a) {
  sem_wait (&units);

  // One of them finds another one.
  sem_wait (&units);
  sem_post (&units);
  sem_post (&units);
  return a;
}

int main (void) {
  pthread_t t, u;
  sem_init (&units, 0, 3);
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
