// RACE-FREE
// TINY

#include <threads.h>

int x;

int work (void *a) {
  x++;
  (void)a;
  return 3;
}

int main (void) {
  thrd_t t;
  int result;
  thrd_create (&t, work, 0);
  thrd_join (t, &result);
  x++;
  return x + result != 5;
}
