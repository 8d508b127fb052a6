// FAILURE: bounds 17
// WHY: there is room in one section, and the element is added in the next one; the other thread fills the room in between

#include <pthread.h>
#include <stdlib.h>

enum { ROOM = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long *items, count = 2;

static void *add (void *a) {
  pthread_mutex_lock (&lock);
  int room = count < ROOM;
  pthread_mutex_unlock (&lock);
  if (room) {
    pthread_mutex_lock (&lock);
    items[count] = 7;
    count++;
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void *fill (void *a) {
  pthread_mutex_lock (&lock);
  count = ROOM;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  items = calloc (ROOM, sizeof *items);
  pthread_create (&t[0], 0, add, 0);
  pthread_create (&t[1], 0, fill, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  free (items);
  return 0;
}
