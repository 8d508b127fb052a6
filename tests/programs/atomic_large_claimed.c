// RACE-FREE
// FLAGS: -latomic -Wno-atomic-alignment
// WHY: an atomic object of 32 bytes, claimed by compare-and-swap
#include <pthread.h>
#include <stdatomic.h>
typedef struct {
  long a[4];
} large;
static _Atomic large flag;
static int x;
static void *writer (void *a) {
  x = 1;
  atomic_exchange (&flag, ((large){{0, 0, 0, 1}}));
  return a;
}
static void *reader (void *a) {
  large expected = {{0, 0, 0, 1}}, taken = {{0, 0, 0, 2}};
  if (atomic_compare_exchange_strong (&flag, &expected, taken))
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
