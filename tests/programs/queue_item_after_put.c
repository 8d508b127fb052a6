// RACE: 22 34
// WHY: the producer still writes to an item that it has given away

#include <pthread.h>
#include <stdlib.h>

struct item {
  struct item *next;
  int value, marked;
} * queue;
pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *producer (void *a) {
  struct item *item = malloc (sizeof *item);
  item->value = 1;
  pthread_mutex_lock (&l);
  item->next = queue;
  queue = item;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&l);
  item->marked = 1;
  return a;
}

void *consumer (void *a) {
  pthread_mutex_lock (&l);
  while (!queue)
    pthread_cond_wait (&c, &l);
  struct item *item = queue;
  queue = item->next;
  pthread_mutex_unlock (&l);
  item->value = 2;
  item->marked = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, producer, 0);
  pthread_create (&u, 0, consumer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
