// RACE-FREE
// WHY: a thread that looks at the count until it rises knows who posted

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

sem_t s;
int x;

void *one (void *a) {
  x = 1;
  sem_post (&s);
  return a;
}

void *two (void *a) {
  int value = 0;
  while (sem_getvalue (&s, &value) == 0 && value == 0)
    sched_yield ();
  x = 2;
  return a;
}

int main (void) {
  sem_init (&s, 0, 0);
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
