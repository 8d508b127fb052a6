// FAILURE: assertion 33
// ORDER: 30 20 30
// WHY: two flags hand an item over, each looked at in every turn of a loop; a turn without an item is lost, and no section from one turn to the next one prevents it

#include <assert.h>
#include <pthread.h>

enum { TURNS = 5 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// The turns of both agree in the recorded run alone.
static int item, empty = 1, full;

static void *produce (void *a) {
  for (int i = 0; i < TURNS; i++) {
    pthread_mutex_lock (&lock);
    if (empty) {
      item = i;
      empty = 0;
      full = 1;
    }
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void *consume (void *a) {
  for (int i = 0; i < TURNS; i++) {
    pthread_mutex_lock (&lock);
    if (full) {
      full = 0;
      empty = 1;
      assert (item == i);
    }
    pthread_mutex_unlock (&lock);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, produce, 0);
  pthread_create (&u, 0, consume, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
