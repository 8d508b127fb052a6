// RACE: 20 20
// WHY: the frames between are left without a return

#include <pthread.h>
#include <setjmp.h>

int x;

void deep (jmp_buf *back, int n) {
  if (n > 0)
    deep (back, n - 1);
  else if (back)
    longjmp (*back, 1);
}

void *work (void *a) {
  jmp_buf back;
  if (setjmp (back) == 0)
    deep (&back, 20);
  x = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
