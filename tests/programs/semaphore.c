// RACE-FREE

#include <pthread.h>
#include <semaphore.h>

sem_t full, empty;
int slot, sum;

void *producer (void *a) {
  for (int i = 1; i <= 4; i++) {
    sem_wait (&empty);
    slot = i;
    sem_post (&full);
  }
  return a;
}

void *consumer (void *a) {
  for (int i = 1; i <= 4; i++) {
    sem_wait (&full);
    sum += slot;
    sem_post (&empty);
  }
  return a;
}

int main (void) {
  sem_init (&full, 0, 0);
  sem_init (&empty, 0, 1);
  pthread_t t, u;
  pthread_create (&t, 0, producer, 0);
  pthread_create (&u, 0, consumer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  sem_destroy (&full);
  sem_destroy (&empty);
  return sum != 10;
}
