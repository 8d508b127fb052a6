// RACE
// The race needs a pointer that is not null, and memory behind it.
#include <pthread.h>

extern void *__VERIFIER_nondet_pointer (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

struct request {
  int kind, size;
};

static void *handle (void *unused) {
  struct request *r = __VERIFIER_nondet_pointer ();
  if (r) {
    r->size = 4;
    shared = r->size + r->kind;
  }
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, handle, 0);
  pthread_mutex_lock (&lock);
  shared = 2;
  pthread_mutex_unlock (&lock);
  pthread_join (t, 0);
  return 0;
}
