// FAILURE: assertion "key == value"
// A reader comes between the writes of a pair, each in a section.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cached_key, cached_value;

static void set (int *what, int to) {
  pthread_mutex_lock (&lock);
  *what = to;
  pthread_mutex_unlock (&lock);
}

static void *update (void *unused) {
  for (int i = 1; i < 4; i++) {
    set (&cached_key, i);
    set (&cached_value, i);
  }
  return unused;
}

static void *look_up (void *unused) {
  pthread_mutex_lock (&lock);
  int key = cached_key, value = cached_value;
  assert (key == value);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, update, 0);
  pthread_create (&t[1], 0, look_up, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
