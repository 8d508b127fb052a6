// RACE-FREE
// TINY
// WHY: a comparison of strings by the library decides

#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char mode[8] = "off";
static int data;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  strcpy (mode, "on");
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int differs = strcmp (mode, "on");
  pthread_mutex_unlock (&lock);
  if (!differs)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
