// RACE: 10 10

// The two that race are stopped while main is between two creates.

#include <pthread.h>
int part[40], sum;

void *add (void *from) {
  for (int *p = from; p < (int *)from + 10; p++)
    sum += *p;
  return 0;
}

int main (void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], 0, add, part + 10 * i);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
}
