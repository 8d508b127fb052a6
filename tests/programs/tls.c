// RACE-FREE
// TINY

#include <pthread.h>

_Thread_local int mine;
__thread int also_mine;

void *work (void *a) {
  for (int i = 0; i < 5; i++)
    also_mine = mine++;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return mine + also_mine;
}
