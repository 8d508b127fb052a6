// FAILURE: assertion 33
// WHY: whether the ring has room is asked in one section, and an item put into it in the next one; two producers find the last place

#include <assert.h>
#include <pthread.h>

enum { ROOM = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[ROOM], put, count = 1;

static int has_room (void) {
  pthread_mutex_lock (&lock);
  int room = count < ROOM;
  pthread_mutex_unlock (&lock);
  return room;
}

static void add (int item) {
  pthread_mutex_lock (&lock);
  ring[put] = item;
  put = 1 - put;
  count++;
  pthread_mutex_unlock (&lock);
}

static void *produce (void *a) {
  if (has_room ())
    add (7);
  pthread_mutex_lock (&lock);
  int now = count;
  pthread_mutex_unlock (&lock);
  assert (now <= ROOM);
  return a;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, produce, 0);
  pthread_create (&b, 0, produce, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
