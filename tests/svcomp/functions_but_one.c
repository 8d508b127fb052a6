// SAFE
// Of a table of functions an input calls all but the one that leaves the lock out.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void add (void) {
  pthread_mutex_lock (&lock);
  shared++;
  pthread_mutex_unlock (&lock);
}

static void ignore (void) {
}

static void take (void) {
  shared--;
}

static void (*const table[]) (void) = {add, ignore, ignore, add, add, ignore,
                                       add, take,   add,    add, add, ignore};

static void *call (void *unused) {
  unsigned i = __VERIFIER_nondet_uint ();
  if (i != 7 && i < sizeof table / sizeof *table)
    table[i] ();
  return unused;
}

int main (void) {
  pthread_t a;
  pthread_create (&a, 0, call, 0);
  add ();
  pthread_join (a, 0);
}
