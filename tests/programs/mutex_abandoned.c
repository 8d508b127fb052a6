// RACE: 18 35
// WHY: locks on the stack that are left locked; each call has one of its own

#include <pthread.h>
#include <string.h>

struct shared {
  pthread_mutex_t l;
  int x;
} s;
pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;

int abandon (int n) {
  pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_t made;
  pthread_mutex_init (&made, 0);
  if (n > 1)
    s.x = n;
  return pthread_mutex_lock (&l) + pthread_mutex_lock (&made);
}

void *work (void *a) {
  abandon (1);
  abandon (2);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_mutex_lock (&s.l);
  memcpy (&s.l, &fresh, sizeof fresh);
  pthread_mutex_lock (&s.l);
  pthread_mutex_unlock (&s.l);
  pthread_create (&t, 0, work, 0);
  s.x = 3;
  pthread_mutex_lock (&s.l);
  pthread_mutex_unlock (&s.l);
  return pthread_join (t, 0);
}
