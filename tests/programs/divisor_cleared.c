// RACE: 12 19
// EXIT: 136
// WHY: a division faults, by what was read for it

#include <pthread.h>
#include <stddef.h>

static int parts = 3;
static int share;

static void *divide (void *a) {
  share = 12 / parts;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, divide, NULL);
  parts = 0;
  pthread_join (t, NULL);
}
