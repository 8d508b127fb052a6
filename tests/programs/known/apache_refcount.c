// BUG: Apache 2.0.47 (21287): mod_mem_cache counts references without atomics; two threads free the object
// FIRST: second free of a block
// RACE: (use after free|data race) on 'obj->refcount'.*(CRASH|MEMORY ERROR)

#include <pthread.h>
#include <stdlib.h>

struct object {
  int refcount;
  char *key;
};

static struct object *obj;

static void *decrement_refcount (void *a) {
  obj->refcount--;
  if (!obj->refcount) {
    free (obj->key);
    free (obj);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  obj = malloc (sizeof *obj);
  obj->refcount = 2;
  obj->key = malloc (16);
  pthread_create (&t, 0, decrement_refcount, 0);
  pthread_create (&u, 0, decrement_refcount, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
