// RACE-FREE

#include <pthread.h>
#include <semaphore.h>

sem_t done;
int x;

void *work (void *a) {
  x = 1;
  sem_post (&done);
  return a;
}

int main (void) {
  pthread_attr_t attributes;
  pthread_t t;
  sem_init (&done, 0, 0);
  pthread_attr_init (&attributes);
  pthread_attr_setdetachstate (&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create (&t, &attributes, work, 0);
  pthread_attr_destroy (&attributes);
  sem_wait (&done);
  return x != 1;
}
