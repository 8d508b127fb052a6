// RACE: 16 25
// WHY: the first call that needs the time zone allocates memory for it, whichever
// thread makes it

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int flags, seen;

void *reads (void *arg) {
  struct tm now;
  if (!localtime_r (&(time_t){0}, &now))
    abort ();
  seen = flags;
  return arg;
}

void *writes (void *arg) {
  struct tm now;
  if (!localtime_r (&(time_t){0}, &now))
    abort ();
  pthread_mutex_lock (&mutex);
  flags = 2;
  pthread_mutex_unlock (&mutex);
  return arg;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, reads, 0);
  pthread_create (&u, 0, writes, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
