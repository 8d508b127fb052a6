// RACE-FREE

#include <pthread.h>
#include <stdlib.h>

int numbers[2][8];

int compare (const void *l, const void *r) {
  const int *left = l, *right = r;
  return *left - *right;
}

void *work (void *mine) {
  for (int i = 0; i < 8; i++)
    ((int *)mine)[i] = (i * 5 + 3) % 8;
  qsort (mine, 8, sizeof (int), compare);
  int key = 3;
  return bsearch (&key, mine, 8, sizeof (int), compare) ? 0 : mine;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, numbers[0]);
  pthread_create (&u, 0, work, numbers[1]);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return numbers[0][3] != 3 || numbers[1][7] != 7;
}
