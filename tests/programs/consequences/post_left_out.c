// CONSEQUENCE: hang
// WHY: a semaphore is posted only if the flag is seen

#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int wanted;

void *one (void *a) {
  wanted = 1;
  sem_wait (&done);
  return a;
}

void *two (void *a) {
  if (wanted)
    sem_post (&done);
  return a;
}

int main (void) {
  pthread_t t, u;
  sem_init (&done, 0, 0);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
