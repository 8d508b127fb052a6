// RACE-FREE

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

sem_t s;
int x;

void *producer (void *a) {
  x = 1;
  sem_post (&s);
  return a;
}

void *consumer (void *a) {
  while (sem_trywait (&s) != 0)
    sched_yield ();
  x = 2;
  return a;
}

int main (void) {
  sem_init (&s, 0, 0);
  pthread_t t, u;
  pthread_create (&t, 0, producer, 0);
  pthread_create (&u, 0, consumer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
