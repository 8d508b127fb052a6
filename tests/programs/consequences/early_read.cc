// CONSEQUENCE: memory
// WHY: a block is known to the other thread before its field is written, and the field decides nothing else

#include <pthread.h>


struct item_type {
  int size;
  int *padding;
};

static item_type *item;

static void *fill (void *a) {
  item->size = 1;
  return a;
}

static void *look (void *a) {
  volatile int size = item->size;
  (void)size;
  return a;
}

int main (void) {
  pthread_t t, u;
  item = new item_type;
  pthread_create (&t, 0, fill, 0);
  pthread_create (&u, 0, look, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  delete item;
}
