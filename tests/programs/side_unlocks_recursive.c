// RACE-FREE
// TINY
// WHY: the side gives back a recursive lock that its thread has taken twice

#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t lock =
    PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int data, ready;

static int users;

static void *publish (void *a) {
  pthread_mutex_lock (&lock);
  data = 1;
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  pthread_mutex_lock (&lock);
  if (!ready) {
    pthread_mutex_unlock (&lock);
    data = 2;
    pthread_mutex_unlock (&lock);
    return a;
  }
  users++;
  pthread_mutex_unlock (&lock);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
