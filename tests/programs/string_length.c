// RACE-FREE
// TINY
// WHY: the length of a shared string decides

#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char name[8];
static int data;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  strcpy (name, "abc");
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  size_t length = strlen (name);
  pthread_mutex_unlock (&lock);
  if (length > 2)
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
