// RACE-FREE
// FLAGS: -latomic -Wno-atomic-alignment
// WHY: an atomic object of 32 bytes, whose last word is the flag
#include <pthread.h>
#include <stdatomic.h>
typedef struct {
  long a[4];
} large;
static _Atomic large flag;
static int x;
static void *writer (void *a) {
  x = 1;
  atomic_store (&flag, ((large){{0, 0, 0, 1}}));
  return a;
}
static void *reader (void *a) {
  large seen = atomic_load (&flag);
  if (seen.a[3])
    x = 2;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, writer, 0);
  pthread_create (&u, 0, reader, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
