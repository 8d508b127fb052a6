// FAILURE: assertion 28
// WHY: whether the stack is empty is asked in one section, the top is taken in another

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[4] = {5, 6}, top = 1;

static int is_empty (void) {
  pthread_mutex_lock (&lock);
  int empty = top == 0;
  pthread_mutex_unlock (&lock);
  return empty;
}

static int pop (void) {
  pthread_mutex_lock (&lock);
  int place = --top;
  pthread_mutex_unlock (&lock);
  return place;
}

static void *take (void *a) {
  if (is_empty ())
    return a;
  int place = pop ();
  assert (place >= 0);
  return items + place;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, take, 0);
  pthread_create (&b, 0, take, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
