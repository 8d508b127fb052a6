// SAFE
// Of a table that main fills, an input calls all but the one function without a lock.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared, last;

static struct command {
  int number;
  void (*run) (int);
} table[12];

static void add (int by) {
  pthread_mutex_lock (&lock);
  shared += by;
  pthread_mutex_unlock (&lock);
}

static void take (int by) {
  pthread_mutex_lock (&lock);
  shared -= by;
  pthread_mutex_unlock (&lock);
}

static void keep (int by) {
  last = by;
}

static void *serve (void *unused) {
  int i = __VERIFIER_nondet_int ();
  if (i >= 0 && i < 10)
    table[i].run (i);
  return unused;
}

int main (void) {
  for (int i = 0; i < 12; i++) {
    table[i].number = i;
    table[i].run = i == 10 ? keep : i % 2 ? add : take;
  }
  pthread_t a, b;
  pthread_create (&a, 0, serve, 0);
  pthread_create (&b, 0, serve, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
