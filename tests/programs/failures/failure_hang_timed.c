// RACE-FREE
// WHY: every wait has a time limit, so that no lost signal, unit or end of a thread makes a thread wait for ever

#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static sem_t units;

static struct timespec soon (void) {
  struct timespec t;
  clock_gettime (CLOCK_REALTIME, &t);
  t.tv_sec += 5;
  return t;
}

static void *consume (void *a) {
  struct timespec until = soon ();
  pthread_mutex_lock (&lock);
  pthread_cond_timedwait (&filled, &lock, &until);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *take (void *a) {
  struct timespec until = soon ();
  sem_timedwait (&units, &until);
  sem_timedwait (&units, &until);
  sem_post (&units);
  sem_post (&units);
  return a;
}

int main (void) {
  pthread_t t, u[2];
  sem_init (&units, 0, 2);
  pthread_create (&t, 0, consume, 0);
  pthread_mutex_lock (&lock);
  pthread_cond_signal (&filled);
  pthread_mutex_unlock (&lock);
  for (int i = 0; i < 2; i++)
    pthread_create (u + i, 0, take, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (u[i], 0);
  struct timespec until = soon ();
  pthread_timedjoin_np (t, 0, &until);
  return 0;
}
