// RACE-FREE
// TINY

#include <pthread.h>

void *work (void *a) {
  *(int *)a += 1;
  return a;
}

int main (void) {
  int numbers[2] = {1, 2};
  pthread_t t, u;
  pthread_create (&t, 0, work, &numbers[0]);
  pthread_create (&u, 0, work, &numbers[1]);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return numbers[0] + numbers[1] != 5;
}
