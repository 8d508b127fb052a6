// RACE
// The workers never end.
#include <pthread.h>

static int turn, work_done;

static void *work (void *unused) {
  while (1)
    if (turn)
      work_done++;
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  turn = 1;
  while (1)
    ;
}
