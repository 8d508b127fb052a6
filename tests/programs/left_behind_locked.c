// RACE-FREE
// EXIT: 2
// WHY: threads that main leaves behind use a lock, or data from before their creation

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x, before;

void *work (void *a) {
  pthread_mutex_lock (&l);
  x += before;
  pthread_mutex_unlock (&l);
  return a;
}

int main (void) {
  pthread_t t, u;
  before = 2;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_mutex_lock (&l);
  int seen = x + before;
  pthread_mutex_unlock (&l);
  return seen >= 2 ? 2 : 1; // 4 and 6 if threads were first
}
