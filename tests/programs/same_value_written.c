// RACE: 11 12
// RACE: 12 12
// TINY
// WHY: that the value is there already makes a write no less a write

#include <pthread.h>

int level;

void *work (void *a) {
  if (level != 2)
    level = 1;
  return a;
}

int main (void) {
  level = 1;
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
