// RACE-FREE

#include <pthread.h>
#include <semaphore.h>

sem_t never;
int cleaned;

void clean (void *a) {
  cleaned = 1;
  (void)a;
}

void *work (void *a) {
  pthread_cleanup_push (clean, 0);
  sem_wait (&never);
  pthread_cleanup_pop (0);
  return a;
}

int main (void) {
  pthread_t t;
  void *result;
  sem_init (&never, 0, 0);
  pthread_create (&t, 0, work, 0);
  pthread_cancel (t);
  pthread_join (t, &result);
  return result != PTHREAD_CANCELED || !cleaned;
}
