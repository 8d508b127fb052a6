// FAILURE: signal 11
// The pointer is cleared between the check and the use, each under the lock.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value = 3;
static int *volatile current = &value;

static void *use (void *unused) {
  pthread_mutex_lock (&lock);
  int there = current != NULL;
  pthread_mutex_unlock (&lock);
  if (there) {
    pthread_mutex_lock (&lock);
    (*current)++;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

static void *clear (void *unused) {
  pthread_mutex_lock (&lock);
  current = NULL;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, use, 0);
  pthread_create (&t[1], 0, clear, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
