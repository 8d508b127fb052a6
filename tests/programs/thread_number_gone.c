// RACE: 17 24
// WHY: tgkill fails when the thread of that number has ended; before, nothing orders

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

int x, y;
atomic_int number;

void *begin (void *a) {
  (void)a;
  number = gettid ();
  x = 1;
  y = 1;
  return 0;
}

void *end (void *a) {
  while (!number)
    usleep (100);
  y = 2;
  while (tgkill (getpid (), number, 0) == 0)
    usleep (300);
  x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, begin, 0);
  pthread_create (&u, 0, end, 0);
  pthread_join (u, 0);
  pthread_join (t, 0);
  return x != 2;
}
