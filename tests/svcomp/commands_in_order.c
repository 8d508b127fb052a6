// RACE
// Three commands in this order lead to an access without the lock.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
extern _Bool __VERIFIER_nondet_bool (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *count (void *unused) {
  pthread_mutex_lock (&lock);
  shared++;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t a;
  int opened = 0, armed = 0;
  pthread_create (&a, 0, count, 0);
  while (__VERIFIER_nondet_bool ())
    switch (__VERIFIER_nondet_int ()) {
    case 1:
      opened = 1;
      break;
    case 2:
      if (opened)
        armed = 1;
      break;
    case 3:
      if (armed)
        shared = 4;
      break;
    case 4:
      opened = 0;
      break;
    case 5:
      armed = 0;
      break;
    default:
      count (0);
    }
  return 0;
}
