// RACE: 6 13
// WHY: a flag that assembly writes and reads, and that decides nothing
#include <pthread.h>
static int flag, x;
static void *writer (void *a) {
  x = 1;
  asm volatile ("movl $1, %0" : "=m"(flag) : : "memory");
  return a;
}
static void *reader (void *a) {
  int seen;
  asm volatile ("movl %1, %0" : "=r"(seen) : "m"(flag) : "memory");
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
