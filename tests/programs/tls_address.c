// RACE: 10 17
// TINY
// WHY: the address of a thread's own variable is given away

#include <pthread.h>

__thread int mine;

void *work (void *a) {
  *(int *)a = 1;
  return 0;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, &mine);
  mine = 2;
  pthread_join (t, 0);
}
