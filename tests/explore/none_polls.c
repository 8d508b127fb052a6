// RACE-FREE
// WHY: a loop that polls with deadlines of the past lets others run, where timed calls time out

#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static sem_t s;
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writes (void *a) {
  pthread_mutex_lock (&m);
  x = 1;
  pthread_mutex_unlock (&m);
  sem_post (&s);
  return a;
}

static void *polls (void *a) {
  if (!pthread_mutex_trylock (&m)) {
    x = 2;
    pthread_mutex_unlock (&m);
  }
  struct timespec past = {1, 0};
  while (sem_timedwait (&s, &past))
    continue;
  return a;
}

int main (void) {
  pthread_t t, u;
  sem_init (&s, 0, 0);
  pthread_create (&t, 0, writes, 0);
  pthread_create (&u, 0, polls, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
