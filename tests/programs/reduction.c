// RACE-FREE
// WHY: each thread sums up for itself, main adds the sums

#include <pthread.h>

int numbers[40];
long sums[4];

void *sum (void *number) {
  long me = (long)number;
  for (long i = me * 10; i < me * 10 + 10; i++)
    sums[me] += numbers[i];
  return 0;
}

int main (void) {
  for (int i = 0; i < 40; i++)
    numbers[i] = 1;
  pthread_t t, u, v, w;
  pthread_create (&t, 0, sum, 0);
  pthread_create (&u, 0, sum, (void *)1);
  pthread_create (&v, 0, sum, (void *)2);
  pthread_create (&w, 0, sum, (void *)3);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  pthread_join (w, 0);
  return sums[0] + sums[1] + sums[2] + sums[3] != 40;
}
