// RACE: 8 17

#include <threads.h>

int x;

int work (void *a) {
  x = 1;
  (void)a;
  thrd_exit (0);
}

int main (void) {
  thrd_t t;
  thrd_create (&t, work, 0);
  thrd_yield ();
  x = 2;
  return thrd_join (t, 0) != thrd_success;
}
