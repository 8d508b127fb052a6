// RACE: 13 29
// WHY: both threads map memory, but nothing depends on where it is: it may be
// mapped in the other order
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#define MAP mmap (0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static char *all[2];
static void *first (void *a) {
  char *p;
  x = 1;
  pthread_mutex_lock (&m);
  if ((p = MAP) == MAP_FAILED)
    abort ();
  pthread_mutex_unlock (&m);
  all[0] = p;
  return a;
}
static void *second (void *a) {
  pthread_mutex_lock (&m);
  char *q = MAP;
  if (q == MAP_FAILED)
    abort ();
  *q = 1;
  pthread_mutex_unlock (&m);
  all[1] = q;
  x = 2;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
