// RACE-FREE

#include <pthread.h>

int table[16];

void *sum (void *a) {
  long s = 0;
  for (int i = 0; i < 16; i++)
    s += table[i];
  (void)a;
  return (void *)s;
}

int main (void) {
  for (int i = 0; i < 16; i++)
    table[i] = i;
  pthread_t t, u;
  pthread_create (&t, 0, sum, 0);
  pthread_create (&u, 0, sum, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
