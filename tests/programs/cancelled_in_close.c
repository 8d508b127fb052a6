// RACE-FREE
// WHY: the handler runs since the thread was cancelled, in a call of close

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

int x;

void clean (void *a) {
  (void)a;
  x = 2;
}

void *work (void *a) {
  pthread_cleanup_push (clean, 0);
  for (;;) {
    sched_yield ();
    close (-1);
  }
  pthread_cleanup_pop (0);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  usleep (20000);
  x = 1;
  pthread_cancel (t);
  pthread_join (t, 0);
  return 0;
}
