// RACE: 11 11
// WHY: the race is at the bottom of 5000 calls

#include <pthread.h>

int x;

int dive (int n) {
  int here[4] = {n, n, n, n};
  if (n == 0) {
    x = 1;
    return 0;
  }
  return dive (n - 1) + here[n % 4];
}

void *work (void *a) {
  return dive (5000) < 0 ? (void *)1 : a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
