// RACE: 14 21
// EXIT: 139
// WHY: what the race does to the recorded run is the end of it

#include <pthread.h>
#include <stddef.h>

static struct {
  long value;
} one, *shared = &one;
static long sum;

static void *use (void *a) {
  sum += shared->value;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, use, NULL);
  shared = NULL;
  pthread_join (t, NULL);
}
