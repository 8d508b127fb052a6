// CONSEQUENCE: none
// WHY: the field is read before it is written, but calloc has written it

#include <pthread.h>
#include <stdlib.h>

struct item {
  int size;
  int *padding;
};

static struct item *item;

void *fill (void *a) {
  item->size = 1;
  return a;
}

void *look (void *a) {
  volatile int size = item->size;
  (void)size;
  return a;
}

int main (void) {
  pthread_t t, u;
  item = calloc (1, sizeof *item);
  pthread_create (&t, 0, fill, 0);
  pthread_create (&u, 0, look, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  free (item);
}
