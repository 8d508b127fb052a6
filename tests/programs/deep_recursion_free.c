// RACE-FREE

#include <pthread.h>

int dive (int *above, int n) {
  int here = *above + 1;
  return n == 0 ? here : dive (&here, n - 1);
}

void *work (void *a) {
  int start = 0;
  return dive (&start, 5000) == 5001 ? a : (void *)1;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
