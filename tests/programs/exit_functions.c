// RACE-FREE
// WHY: functions run at the end only if they were registered, which each thread does
// behind what it writes

#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int x, y;

void at_end (void) {
  x = 2;
}

void at_end_with_status (int status, void *p) {
  *(int *)p = status + 2;
}

void *registers (void *a) {
  x = 1;
  atexit (at_end);
  y = 1;
  on_exit (at_end_with_status, &y);
  return a;
}

void *ends (void *a) {
  usleep (50000);
  exit (0);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, registers, 0);
  pthread_create (&u, 0, ends, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
