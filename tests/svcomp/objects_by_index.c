// RACE
// One of the objects of a table is used without the lock.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct object {
  int value, shared;
} *objects[5];

static void *use (void *unused) {
  int i = __VERIFIER_nondet_int ();
  if (i < 0 || i >= 5)
    return unused;
  struct object *o = objects[i];
  if (o->shared)
    pthread_mutex_lock (&lock);
  o->value++;
  if (o->shared)
    pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  for (int i = 0; i < 5; i++) {
    objects[i] = calloc (1, sizeof *objects[i]);
    objects[i]->shared = i != 4;
  }
  pthread_t a, b;
  pthread_create (&a, 0, use, 0);
  pthread_create (&b, 0, use, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
