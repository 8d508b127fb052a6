// RACE-FREE
// WHY: 'asm goto' branches on what it reads
#include <pthread.h>
static int flag, x;
static void *writer (void *a) {
  x = 1;
  asm volatile ("movl $1, %0" : "=m"(flag) : : "memory");
  return a;
}
static void *reader (void *a) {
  asm goto ("cmpl $0, %0\n\tjne %l1" : : "m"(flag) : "memory", "cc" : set);
  return a;
set:
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
