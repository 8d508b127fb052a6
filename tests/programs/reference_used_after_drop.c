// RACE: 18 25
// RACE: 18 26
// WHY: the object is used after its reference was given back

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  long unused[2];
  int value;
} * o;
atomic_int references = 2;

void *one (void *a) {
  atomic_store (&references, 1);
  o->value = 1;
  return a;
}

void *two (void *a) {
  while (atomic_load (&references) != 1)
    sched_yield ();
  o->value = 2;
  free (o);
  return a;
}

int main (void) {
  o = malloc (sizeof *o);
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
