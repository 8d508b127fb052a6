// FAILURE: double-free 18
// ORDER: 17 24
// WHY: an owner is counted after the object was looked up; the last one may have given it back in between

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int owners;
  int value;
};

static struct object *_Atomic table;

static void drop (struct object *o) {
  if (atomic_fetch_sub (&o->owners, 1) == 1)
    free (o);
}

static void *use (void *a) {
  struct object *o = atomic_load (&table);
  if (o) {
    atomic_fetch_add (&o->owners, 1);
    o->value++;
    drop (o);
  }
  return a;
}

static void *clear (void *a) {
  struct object *o = atomic_exchange (&table, NULL);
  if (o)
    drop (o);
  return a;
}

int main (void) {
  pthread_t t, u;
  struct object *o = malloc (sizeof *o);
  atomic_init (&o->owners, 1);
  o->value = 0;
  atomic_store (&table, o);
  pthread_create (&t, 0, use, 0);
  pthread_create (&u, 0, clear, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
