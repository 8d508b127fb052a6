// RACE: 13 13
// TINY
// WHY: a semaphore of two lets two threads in

#include <pthread.h>
#include <semaphore.h>

sem_t s;
int x;

void *work (void *a) {
  sem_wait (&s);
  x = 1;
  sem_post (&s);
  return a;
}

int main (void) {
  sem_init (&s, 0, 2);
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
