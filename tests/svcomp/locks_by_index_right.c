// SAFE
// Each cell has a lock, which all threads take.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
extern void abort (void);
static void assume_abort_if_not (int holds) {
  if (!holds)
    abort ();
}

enum { CELLS = 10 };
static pthread_mutex_t lock[CELLS];
static int cell[CELLS];

static void *work (void *unused) {
  int i = __VERIFIER_nondet_int ();
  assume_abort_if_not (0 <= i && i < CELLS);
  pthread_mutex_lock (&lock[i]);
  cell[i] = 3;
  pthread_mutex_unlock (&lock[i]);
  return unused;
}

int main (void) {
  pthread_t t;
  int sum = 0;
  for (int i = 0; i < CELLS; i++)
    pthread_mutex_init (&lock[i], 0);
  pthread_create (&t, 0, work, 0);
  for (int i = 0; i < CELLS; i++) {
    pthread_mutex_lock (&lock[i]);
    sum += cell[i];
    pthread_mutex_unlock (&lock[i]);
  }
  return sum;
}
