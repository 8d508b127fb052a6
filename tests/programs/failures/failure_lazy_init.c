// FAILURE: assertion 29
// WHY: two threads find the object missing in one section, and each makes it in another

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int made, times;

static int is_made (void) {
  pthread_mutex_lock (&lock);
  int there = made;
  pthread_mutex_unlock (&lock);
  return there;
}

static void *use (void *a) {
  if (!is_made ()) {
    pthread_mutex_lock (&lock);
    made = 1;
    times++;
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void check (void) {
  pthread_mutex_lock (&lock);
  assert (times == 1);
  pthread_mutex_unlock (&lock);
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, use, 0);
  pthread_create (&b, 0, use, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  check ();
  return 0;
}
