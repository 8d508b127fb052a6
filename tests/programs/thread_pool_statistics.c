// RACE: 17 17
// WHY: the tasks are guarded, the count of finished ones is not

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int left = 6, finished;

void *worker (void *a) {
  for (;;) {
    pthread_mutex_lock (&l);
    int mine = left > 0 ? left-- : 0;
    pthread_mutex_unlock (&l);
    if (!mine)
      break;
  }
  finished = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, worker, 0);
  pthread_create (&u, 0, worker, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
