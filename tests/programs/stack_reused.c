// RACE-FREE
// WHY: the frames of one call after another are at the same place

#include <pthread.h>

int work_on (int *cell) {
  return ++*cell;
}

void *work (void *a) {
  work_on (a);
  return 0;
}

int call (void) {
  int cell = 1;
  pthread_t t;
  pthread_create (&t, 0, work, &cell);
  pthread_join (t, 0);
  return cell;
}

int main (void) {
  return call () + call () + call () != 6;
}
