// RACE: 7 19

#include <pthread.h>
int x, y;

void *touch (void *a) {
  *(int *)a = 1;
  return 0;
}

// The schedule of the race has main create and join the first thread, of which
// nothing else can be seen, in one go.
int main (void) {
  pthread_t first, second;
  int own;
  pthread_create (&first, 0, touch, &own);
  pthread_create (&second, 0, touch, &x);
  pthread_join (first, 0);
  y = x;
  pthread_join (second, 0);
}
