// RACE both: 22 40
// SYMBOLIC: arg1:4
// ARGS: 1
// WHY: the input is compared with a count that the other thread makes.

#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int wanted, count, y;

__attribute__ ((noinline)) int count_now (void) {
  pthread_mutex_lock (&m);
  int now = count;
  pthread_mutex_unlock (&m);
  return now;
}

void *first (void *a) {
  int now = count_now ();
  if (now && now * 10 + 3 == wanted)
    y = 1;
  return a;
}

void *second (void *a) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&m);
    count++;
    pthread_mutex_unlock (&m);
  }
  return a;
}

int main (int argc, char **argv) {
  pthread_t t[2];
  wanted = argc > 1 ? atoi (argv[1]) : 0;
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  y = 2;
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
