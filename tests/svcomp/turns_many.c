// RACE
// The buffer of a reader that takes as many messages as come is full behind 100.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int messages[100], count, dropped;

static void *read_all (void *unused) {
  int message;
  while ((message = __VERIFIER_nondet_int ()) > 0) {
    pthread_mutex_lock (&lock);
    int full = count == 100;
    if (!full)
      messages[count++] = message;
    pthread_mutex_unlock (&lock);
    if (full)
      dropped++;
  }
  return unused;
}

int main (void) {
  pthread_t a;
  pthread_create (&a, 0, read_all, 0);
  pthread_mutex_lock (&lock);
  int lost = dropped;
  pthread_mutex_unlock (&lock);
  pthread_join (a, 0);
  return lost;
}
