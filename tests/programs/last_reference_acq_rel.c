// RACE-FREE
// WHY: who drops the last reference comes behind all who dropped theirs

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
  if (atomic_fetch_sub_explicit (&s->references, 1, memory_order_acq_rel) == 1)
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
