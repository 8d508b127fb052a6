// RACE-FREE

#include <pthread.h>
#include <semaphore.h>

sem_t s;
int x;

void *work (void *a) {
  sem_wait (&s);
  x++;
  sem_post (&s);
  return a;
}

int main (void) {
  sem_init (&s, 0, 1);
  pthread_t t, u, v;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_create (&v, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  return x != 3;
}
