// RACE-FREE
// WHY: whether a thread is detached is seen behind its detachment

#define _GNU_SOURCE

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static int data;
static pthread_t waiting;
static sem_t end;

static void *waits (void *argument) {
  while (sem_wait (&end))
    ;
  return argument;
}

static void *detaches (void *argument) {
  data = 1;
  pthread_detach (waiting);
  return argument;
}

static void *looks (void *argument) {
  int state = PTHREAD_CREATE_JOINABLE;
  while (state != PTHREAD_CREATE_DETACHED) {
    pthread_attr_t attributes;
    pthread_getattr_np (waiting, &attributes);
    pthread_attr_getdetachstate (&attributes, &state);
    pthread_attr_destroy (&attributes);
    sched_yield ();
  }
  data = 2;
  return argument;
}

int main (void) {
  pthread_t t, u;
  sem_init (&end, 0, 0);
  pthread_create (&waiting, NULL, waits, NULL);
  pthread_create (&t, NULL, detaches, NULL);
  pthread_create (&u, NULL, looks, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  sem_post (&end);
  return 0;
}
