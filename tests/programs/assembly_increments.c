// RACE: 9 16
// WHY: two atomic increments are no race; the plain accesses beside them are
#include <pthread.h>
#define INCREMENT(v) asm volatile ("lock; incl %0" : "+m"(v) : : "memory", "cc")
static int count, x;
static void *writer (void *a) {
  if (a)
    INCREMENT (count);
  x = 1;
  INCREMENT (count);
  return a;
}
static void *reader (void *a) {
  if (a)
    INCREMENT (count);
  x = 2;
  INCREMENT (count);
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, writer, 0);
  pthread_create (&u, 0, reader, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
