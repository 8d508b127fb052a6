// RACE input: 15 28
// SYMBOLIC: arg1:4
// ARGS: 2
// WHY: the input is how often a loop runs; its sixth round forgets the lock.

#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int rounds, y;

void *work (void *a) {
  for (int i = 0; i < rounds && i < 10; i++)
    if (i == 5)
      y = 1;
    else {
      pthread_mutex_lock (&m);
      pthread_mutex_unlock (&m);
    }
  return a;
}

int main (int argc, char **argv) {
  pthread_t t;
  rounds = argc > 1 ? atoi (argv[1]) : 0;
  pthread_create (&t, 0, work, 0);
  pthread_mutex_lock (&m);
  y = 2;
  pthread_mutex_unlock (&m);
  pthread_join (t, 0);
  return 0;
}
