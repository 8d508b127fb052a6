// RACE: 12 25
// RACE: 18 25
// WHY: one of two posts is enough to go on

#include <pthread.h>
#include <semaphore.h>

sem_t s;
int x, y;

void *one (void *a) {
  x = 1;
  sem_post (&s);
  return a;
}

void *two (void *a) {
  y = 1;
  sem_post (&s);
  return a;
}

void *three (void *a) {
  sem_wait (&s);
  x = y = 3;
  return a;
}

int main (void) {
  sem_init (&s, 0, 0);
  pthread_t t, u, v;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_create (&v, 0, three, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
