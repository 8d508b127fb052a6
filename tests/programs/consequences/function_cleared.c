// CONSEQUENCE: crash
// WHY: a function pointer is cleared before the call

#include <pthread.h>

static void nothing (void) {
}
static void (*hook) (void) = nothing;

void *one (void *a) {
  hook ();
  return a;
}

void *two (void *a) {
  hook = 0;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
