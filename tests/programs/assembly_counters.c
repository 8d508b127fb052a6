// RACE: 23 29
// WHY: counters by locked instructions of which nobody sees the values

#include <pthread.h>

static long number;
static short fives;
static char bits;
static int rest;

static void count (int n) {
  __asm__ volatile ("lock incq %0" : "+m"(number) : : "cc");
  __asm__ volatile ("lock; addw $5, %0" : "+m"(fives) : : "cc");
  __asm__ volatile ("lock; orb $-3, %0" : "+m"(bits) : : "memory", "cc");
  __asm__ volatile ("lock; subl %1, %0"
                    : "+m"(rest)
                    : "ir"(n)
                    : "memory", "cc");
}
static int data;

static void *first (void *a) {
  data = 1;
  count (1);
  return a;
}
static void *second (void *a) {
  count (2);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
