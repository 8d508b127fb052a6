// WHY: no access is beyond its block: the index is looked at in the section in which it is used, masked, a remainder, behind a guard of its own, in a block that grows before, that is replaced by a larger one together with the index, or in memory that was another block's before

#include <pthread.h>
#include <stdlib.h>

enum { ROOM = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long *items, *large, *grown, count = 2, size = ROOM, used = ROOM - 1, at = 1;
static unsigned head = 1;
static long names[8], seen;
static struct text {
  int length;
  char bytes[];
} *text;

static void grow (void) {
  if (used == size) {
    size *= 2;
    grown = realloc (grown, (size_t)size * sizeof *grown);
  }
  grown[used++] = 1;
}

static void *add (void *a) {
  pthread_mutex_lock (&lock);
  if (count < ROOM)
    items[count++] = 7;
  names[head % 8] = 1;
  seen += items[head & (ROOM - 1)];
  seen += large[at];
  seen += text->bytes[text->length - 1];
  grow ();
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  long now = at;
  pthread_mutex_unlock (&lock);
  if (now >= 0 && now < ROOM)
    items[now] = 3;
  return a;
}

static void *fill (void *a) {
  long *more = calloc (100, sizeof *more);
  pthread_mutex_lock (&lock);
  count = ROOM;
  head = 77;
  free (large);
  large = more;
  at = 90;
  text->length = 8;
  grow ();
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  items = calloc (ROOM, sizeof *items);
  large = calloc (ROOM, sizeof *large);
  grown = calloc (ROOM, sizeof *grown);
  text = calloc (1, sizeof *text + 8);
  text->length = 2;
  pthread_create (&t[0], 0, add, 0);
  pthread_create (&t[1], 0, fill, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  free (items);
  free (large);
  free (grown);
  free (text);
  return 0;
}
