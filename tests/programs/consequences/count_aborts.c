// CONSEQUENCE: crash
// WHY: the program aborts when it finds a lost reference

#include <pthread.h>
#include <stdlib.h>

static int references = 2;

void *one (void *a) {
  references--;
  return a;
}

void *two (void *a) {
  references--;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  if (references)
    abort ();
}
