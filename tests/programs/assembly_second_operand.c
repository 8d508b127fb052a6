// RACE-FREE
// WHY: the second operand in memory is read, the first one written
#include <pthread.h>
static int flag, x, copy;
static void *writer (void *a) {
  x = 1;
  asm volatile ("movl $1, %0" : "=m"(flag) : : "memory");
  return a;
}
static void *reader (void *a) {
  asm volatile ("movl %1, %%eax\n\tmovl %%eax, %0"
                : "=m"(copy)
                : "m"(flag)
                : "eax");
  if (copy)
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
