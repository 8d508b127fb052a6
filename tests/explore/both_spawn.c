// RACE both: 20 44
// SYMBOLIC: arg1:3
// ARGS: 2
// WHY: how many tickets there are is input; who gets the fourth starts a thread.

#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int tickets, sold, y;

__attribute__ ((noinline)) int buy (void) {
  pthread_mutex_lock (&m);
  int mine = sold < tickets ? ++sold : 0;
  pthread_mutex_unlock (&m);
  return mine;
}

void *helper (void *a) {
  y = 1;
  return a;
}

void *first (void *a) {
  pthread_t t;
  if (buy () == 4) {
    pthread_create (&t, 0, helper, 0);
    pthread_join (t, 0);
  }
  return a;
}

void *second (void *a) {
  for (int i = 0; i < 3; i++)
    buy ();
  return a;
}

int main (int argc, char **argv) {
  pthread_t t[2];
  tickets = argc > 1 ? atoi (argv[1]) : 0;
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  y = 2;
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
