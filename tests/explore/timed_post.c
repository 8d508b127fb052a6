// RACE schedule: 12 23
// WHY: a wait for a semaphore whose time is over before the other thread posts

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t done;
static int data, seen;

static void *writes (void *argument) {
  data = 1;
  sem_post (&done);
  return argument;
}

static void *reads (void *argument) {
  (void)argument;
  struct timespec end;
  clock_gettime (CLOCK_REALTIME, &end);
  end.tv_sec += 1;
  sem_timedwait (&done, &end);
  seen = data;
  return NULL;
}

int main (void) {
  pthread_t t, u;
  sem_init (&done, 0, 0);
  pthread_create (&u, NULL, reads, NULL);
  pthread_create (&t, NULL, writes, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return seen > 1;
}
