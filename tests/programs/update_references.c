// RACE-FREE
// TINY
// WHY: references are added without a look at their number; who drops the last
// one frees the object

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static struct object {
  atomic_int references;
  int value[8];
} *object;

static void drop (void) {
  if (atomic_fetch_sub (&object->references, 1) == 1)
    free (object);
}

static void *use (void *a) {
  object->value[(long)a] = 1;
  drop ();
  return a;
}

int main (void) {
  pthread_t t, u;
  object = malloc (sizeof *object);
  atomic_init (&object->references, 1);
  atomic_fetch_add (&object->references, 1);
  pthread_create (&t, 0, use, (void *)4);
  atomic_fetch_add (&object->references, 1);
  pthread_create (&u, 0, use, (void *)5);
  drop ();
  pthread_join (t, 0);
  pthread_join (u, 0);
}
