// RACE-FREE
// TINY
// WHY: the access needs what a function wrote that the taken side called

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;
static int own[4];

__attribute__ ((noinline)) static void set (int *to, int value) {
  *to = value;
}

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  int *mine = a;
  set (mine + 2, 0);
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (seen)
    set (mine + 2, 7);
  if (mine[2] == 7)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, own);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
