// RACE: 10 10
// TINY
// WHY: the count itself is not guarded

#include <pthread.h>

int references = 2;

void *work (void *a) {
  references--;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
