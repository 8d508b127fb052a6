// RACE-FREE
// TINY
// WHY: the address is computed as an integer from what was read

#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cells[2], level;

static void *publish (void *a) {
  cells[1] = 1;
  pthread_mutex_lock (&lock);
  level = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  uintptr_t at = (uintptr_t)cells + sizeof (int) * (unsigned)seen;
  *(int *)at = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
