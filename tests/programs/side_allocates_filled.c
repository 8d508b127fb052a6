// RACE path: 17 36
// TINY
// WHY: the side fills what it has allocated, looks at it, and publishes it

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

struct item {
  int key, value, more[4];
};
static _Atomic (struct item *) made;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen) {
    struct item *item = calloc (1, sizeof *item);
    if (!item)
      return a;
    item->key = 3;
    item->more[2] += 4;
    made = item;
    if (item->key + item->more[2] + item->value == 7)
      data = 2;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
