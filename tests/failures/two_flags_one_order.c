// FAILURE: abort "both == 2"
// Only if each thread reads before the other one writes does the third branch
// come, behind two others.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left, right, both;

static int get (int *from) {
  pthread_mutex_lock (&lock);
  int value = *from;
  pthread_mutex_unlock (&lock);
  return value;
}

static void put (int *to, int value) {
  pthread_mutex_lock (&lock);
  *to += value;
  pthread_mutex_unlock (&lock);
}

static void *one (void *unused) {
  if (!get (&right)) {
    put (&left, 1);
    put (&both, 1);
  }
  return unused;
}

static void *other (void *unused) {
  if (!get (&left)) {
    put (&right, 1);
    put (&both, 1);
  }
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, one, 0);
  pthread_create (&t[1], 0, other, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  if (both == 2)
    abort ();
  return 0;
}
