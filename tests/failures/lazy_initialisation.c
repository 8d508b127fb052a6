// FAILURE: assertion "made == 1"
// Two threads see that the object is missing, and both make it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *object, made;

static void *use (void *unused) {
  pthread_mutex_lock (&lock);
  int *mine = object;
  pthread_mutex_unlock (&lock);
  if (!mine) {
    pthread_mutex_lock (&lock);
    object = malloc (sizeof *object);
    *object = 5;
    made++;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, use, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  assert (made == 1);
  return 0;
}
