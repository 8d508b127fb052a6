// RACE: 7 13
// WHY: every thread gets the address of the same loop variable

#include <pthread.h>

void *work (void *a) {
  return (void *)(long)*(int *)a;
}

int main (void) {
  pthread_t t[3];
  int i;
  for (i = 0; i < 3; i++)
    pthread_create (&t[i], 0, work, &i);
  for (int j = 0; j < 3; j++)
    pthread_join (t[j], 0);
}
