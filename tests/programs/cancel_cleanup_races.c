// RACE: 9 27

#include <pthread.h>
#include <sched.h>

int x;

void clean (void *a) {
  x = 1;
  (void)a;
}

void *work (void *a) {
  pthread_cleanup_push (clean, 0);
  for (;;) {
    pthread_testcancel ();
    sched_yield ();
  }
  pthread_cleanup_pop (0);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_cancel (t);
  x = 2;
  pthread_join (t, 0);
}
