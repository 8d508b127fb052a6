// RACE-FREE

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
double sum;
float least = 100;
long double product = 1;

void *work (void *number) {
  double mine = 1 + (double)(long)number;
  pthread_mutex_lock (&l);
  sum += mine;
  least = mine < (double)least ? (float)mine : least;
  product *= (long double)mine;
  pthread_mutex_unlock (&l);
  return 0;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, (void *)1);
  pthread_create (&v, 0, work, (void *)2);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  return sum < 5.9 || least > 1.1f || product < 5.9L;
}
