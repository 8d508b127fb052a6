// RACE-FREE
// WHY: an operand of 16 bytes, the flag in its second half
#include <pthread.h>
struct pair {
  long count, flag;
} __attribute__ ((aligned (16)));
static struct pair pair;
static int x;
static void *writer (void *a) {
  x = 1;
  asm volatile ("movq $1, %0" : "=m"(pair.flag) : : "memory");
  return a;
}
static void *reader (void *a) {
  long low = 0, high = 0;
  asm volatile ("lock; cmpxchg16b %0"
                : "+m"(pair), "+a"(low), "+d"(high)
                : "b"(0L), "c"(0L)
                : "memory", "cc");
  if (high)
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
