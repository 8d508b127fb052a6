// Matrix multiplication, compute-bound: each of THREADS threads has its stripe
// of rows.  Usage: matrix [SIZE [THREADS]]
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };
static int size = 384, threads = 4;
static double *a, *b, *c;

static void *stripe (void *argument) {
  long mine = (long)argument;
  for (int i = (int)mine; i < size; i += threads)
    for (int j = 0; j < size; j++) {
      double sum = 0;
      for (int k = 0; k < size; k++)
        sum += a[i * size + k] * b[k * size + j];
      c[i * size + j] = sum;
    }
  return NULL;
}

int main (int argc, char **argv) {
  pthread_t workers[MOST];
  if (argc > 1)
    size = atoi (argv[1]);
  if (argc > 2)
    threads = atoi (argv[2]);
  if (size < 1 || size > 4096 || threads < 1 || threads > MOST)
    return 64;
  size_t cells = (size_t)size * (size_t)size;
  a = calloc (cells, sizeof *a);
  b = calloc (cells, sizeof *b);
  c = calloc (cells, sizeof *c);
  if (!a || !b || !c)
    return 70;
  for (size_t i = 0; i < cells; i++) {
    a[i] = (double)(i % 7);
    b[i] = (double)(i % 5);
  }
  for (long i = 0; i < threads; i++)
    pthread_create (&workers[i], NULL, stripe, (void *)i);
  for (long i = 0; i < threads; i++)
    pthread_join (workers[i], NULL);
  double trace = 0;
  for (int i = 0; i < size; i++)
    trace += c[i * size + i];
  printf ("%.0f\n", trace);
  free (a);
  free (b);
  free (c);
  return 0;
}
