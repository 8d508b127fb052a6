// FAILURE: assertion "second == first + 1"
// Two values that belong together have a lock each.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock_first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock_second = PTHREAD_MUTEX_INITIALIZER;
static int first_value, second_value;

static void *write (void *unused) {
  pthread_mutex_lock (&lock_first);
  first_value = 1;
  pthread_mutex_unlock (&lock_first);
  pthread_mutex_lock (&lock_second);
  second_value = first_value + 1;
  pthread_mutex_unlock (&lock_second);
  return unused;
}

static void *read (void *unused) {
  pthread_mutex_lock (&lock_first);
  int first = first_value;
  pthread_mutex_unlock (&lock_first);
  if (!first)
    return unused;
  pthread_mutex_lock (&lock_second);
  int second = second_value;
  pthread_mutex_unlock (&lock_second);
  assert (second == first + 1);
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, write, 0);
  pthread_create (&t[1], 0, read, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
