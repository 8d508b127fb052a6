// RACE: 16 25
// WHY: the pointer is published before what it points to

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

struct config {
  int level, size;
} config;
_Atomic (struct config *) published;

void *loader (void *a) {
  config.level = 1;
  atomic_store (&published, &config);
  config.size = 2;
  return a;
}

void *user (void *a) {
  struct config *c;
  while (!(c = atomic_load (&published)))
    sched_yield ();
  c->level = 3;
  c->size = 4;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, loader, 0);
  pthread_create (&u, 0, user, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
