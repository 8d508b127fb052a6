// RACE: 13 13
// TINY
// WHY: two thieves look at the top without claiming it

#include <pthread.h>
#include <stdatomic.h>

atomic_int top;
int done[4];

void *thief (void *a) {
  int mine = atomic_load (&top);
  done[mine] = 1;
  atomic_store (&top, 0);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, thief, 0);
  pthread_create (&u, 0, thief, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
