// CONSEQUENCE: none
// WHY: what the reader sees decides nothing

#include <pthread.h>

static int hint;

void *one (void *a) {
  if (hint > 3)
    hint = 0;
  return a;
}

void *two (void *a) {
  hint = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
