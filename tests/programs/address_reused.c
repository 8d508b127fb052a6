// RACE: 12 21
// WHY: memory that another thread gave back, whose address is only used to access it
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
static int x;
static void *first (void *a) {
  char *p = malloc (1 << 20);
  if (!p)
    abort ();
  p[20] = 1;
  x = 1;
  free (p);
  return a;
}
static void *second (void *a) {
  char *q = malloc (1 << 20);
  for (char *at = q; q && at < q + 30; at++)
    *at = 2;
  free (q);
  x = 2;
  return a;
}
int main (void) {
  mallopt (M_MMAP_THRESHOLD, 65536);
  pthread_t t, u;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
