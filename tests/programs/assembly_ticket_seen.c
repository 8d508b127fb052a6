// RACE-FREE
// WHY: who has the second ticket by "lock xadd" comes second

#include <pthread.h>

static int next;

static int take (void) {
  int ticket = 1;
  __asm__ volatile ("lock; xaddl %0, %1"
                    : "+r"(ticket), "+m"(next)
                    :
                    : "memory", "cc");
  return ticket;
}

static int data;

static void *first (void *a) {
  data = 1;
  take ();
  return a;
}
static void *second (void *a) {
  if (!take ())
    return a;
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
