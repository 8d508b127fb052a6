// RACE schedule: 19 32
// WHY: who comes second to the counter uses a cell that is not locked; here
// WHY: that is always the other one.

#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter, cells[2];

__attribute__ ((noinline)) int ticket (void) {
  pthread_mutex_lock (&m);
  int mine = counter++;
  pthread_mutex_unlock (&m);
  return mine;
}

void *first (void *a) {
  if (ticket () == 1)
    cells[1] = 1;
  return a;
}

void *second (void *a) {
  ticket ();
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  cells[1] = 2;
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
