// RACE
// A thread that asks for numbers for ever leaves the lock out for one of them.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state;

static void *reset (void *unused) {
  while (1) {
    pthread_mutex_lock (&lock);
    state = 0;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

static void *handle (void *unused) {
  while (1) {
    int event = __VERIFIER_nondet_int ();
    if (event == 17) {
      pthread_mutex_lock (&lock);
      state = 1;
      pthread_mutex_unlock (&lock);
    } else if (event == -99)
      state = 2;
  }
  return unused;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, reset, 0);
  pthread_create (&b, 0, handle, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
}
