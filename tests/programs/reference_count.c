// RACE-FREE
// TINY
// WHY: whoever takes the last reference away is alone with the object

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value[2];
};

void drop (struct object *o) {
  if (atomic_fetch_sub_explicit (&o->references, 1, memory_order_acq_rel) != 1)
    return;
  o->value[0] += o->value[1];
  free (o);
}

void *one (void *o) {
  ((struct object *)o)->value[0] = 1;
  drop (o);
  return 0;
}

void *two (void *o) {
  ((struct object *)o)->value[1] = 2;
  drop (o);
  return 0;
}

int main (void) {
  struct object *o = malloc (sizeof *o);
  o->references = 2;
  pthread_t t, u;
  pthread_create (&t, 0, one, o);
  pthread_create (&u, 0, two, o);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
