// RACE-FREE
// TINY

#include <pthread.h>
#include <semaphore.h>

sem_t s;
int x;

void *gives (void *a) {
  x = 1;
  sem_post (&s);
  return a;
}

void *takes (void *a) {
  sem_wait (&s); // the first unit is main's
  x = 2;
  return a;
}

int main (void) {
  sem_init (&s, 0, 1);
  sem_wait (&s);
  pthread_t t, u;
  pthread_create (&t, 0, gives, 0);
  pthread_create (&u, 0, takes, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
