// RACE-FREE
// WEAK: 21 23
// WEAK: 22 23
// WHY: who drops the last reference frees what the other one has written; a
// relaxed decrement does not say that the write is done

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int references;
  int uses[2];
};

struct shared *shared;

void *use (void *number) {
  struct shared *s = shared;
  long me = (long)number;
  s->uses[me] = 1;
  if (atomic_fetch_sub_explicit (&s->references, 1, memory_order_relaxed) == 1)
    free (s);
  return 0;
}

int main (void) {
  pthread_t t, u;
  shared = calloc (1, sizeof *shared);
  atomic_init (&shared->references, 2);
  pthread_create (&t, 0, use, 0);
  pthread_create (&u, 0, use, (void *)1);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
