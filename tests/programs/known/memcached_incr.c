// BUG: memcached issue 127: incr reads, adds and stores without holding the item's lock throughout
// FIRST: data race on 'it->value'.*DIFFERENT OUTPUT

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
  int refcount;
  long value;
};

static struct item *it;

static void *process_arithmetic (void *a) {
  long value = it->value;
  value += 1;
  it->value = value;
  return a;
}

int main (void) {
  pthread_t t, u;
  it = calloc (1, sizeof *it);
  pthread_create (&t, 0, process_arithmetic, 0);
  pthread_create (&u, 0, process_arithmetic, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  printf ("%ld\n", it->value);
  free (it);
}
