// RACE beyond: 17 23
// WHY: the ticket only selects the place of an entry in the log; another ticket
// is another address, which no model changes

#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next;
static int entries[64], data;

static void append (int entry) {
  unsigned ticket = atomic_fetch_add_explicit (&next, 1, memory_order_relaxed);
  entries[ticket & 63] = entry;
}

static void *first (void *a) {
  data = 1;
  append (1);
  return a;
}
static void *second (void *a) {
  append (2);
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
