// RACE schedule: 19 26
// WHY: which worker gets which job is chance; the first worker writes the log
// WHY: without the lock when its job is the second one.

#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int next, done;

__attribute__ ((noinline)) int take (void) {
  pthread_mutex_lock (&m);
  int job = next < 2 ? ++next : 0;
  pthread_mutex_unlock (&m);
  return job;
}

void *careless (void *a) {
  if (take () == 2)
    done = 1;
  return a;
}

void *careful (void *a) {
  if (take ()) {
    pthread_mutex_lock (&m);
    done = 2;
    pthread_mutex_unlock (&m);
  }
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (t, 0, careless, 0);
  pthread_create (t + 1, 0, careful, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
