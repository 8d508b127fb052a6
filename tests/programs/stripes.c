// RACE-FREE
// WHY: matrix multiplication, each thread has rows of its own

#include <pthread.h>

#define N 12
int a[N][N], b[N][N], c[N][N];

void *multiply (void *number) {
  long first = (long)number * N / 3, end = first + N / 3;
  for (long i = first; i < end; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
  return 0;
}

int main (void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = i + j;
      b[i][j] = i == j;
    }
  pthread_t t, u, v;
  pthread_create (&t, 0, multiply, 0);
  pthread_create (&u, 0, multiply, (void *)1);
  pthread_create (&v, 0, multiply, (void *)2);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  return c[5][7] != 12;
}
