// RACE-FREE

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int tasks[12], results[12], put, taken, closed;

void *worker (void *a) {
  for (;;) {
    pthread_mutex_lock (&l);
    while (taken == put && !closed)
      pthread_cond_wait (&c, &l);
    if (taken == put) {
      pthread_mutex_unlock (&l);
      return a;
    }
    int mine = taken++;
    pthread_mutex_unlock (&l);
    results[mine] = tasks[mine] * 2;
  }
}

int main (void) {
  pthread_t workers[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&workers[i], 0, worker, 0);
  for (int i = 0; i < 12; i++) {
    pthread_mutex_lock (&l);
    tasks[put++] = i;
    pthread_cond_signal (&c);
    pthread_mutex_unlock (&l);
  }
  pthread_mutex_lock (&l);
  closed = 1;
  pthread_cond_broadcast (&c);
  pthread_mutex_unlock (&l);
  for (int i = 0; i < 3; i++)
    pthread_join (workers[i], 0);
  return results[11] != 22;
}
