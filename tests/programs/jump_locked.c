// RACE-FREE
// WHY: the lock is given back where the jump goes to

#include <pthread.h>
#include <setjmp.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void deep (jmp_buf *back, int n) {
  if (n > 0)
    deep (back, n - 1);
  x++;
  if (back)
    longjmp (*back, 1);
}

void *work (void *a) {
  for (volatile int i = 0; i < 3; i++) {
    jmp_buf back;
    pthread_mutex_lock (&l);
    if (setjmp (back) == 0)
      deep (&back, 20);
    pthread_mutex_unlock (&l);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return x != 6;
}
