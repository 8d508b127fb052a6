// RACE-FREE
// TINY

#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  int value;
};

void *work (void *box) {
  struct box *b = box;
  pthread_mutex_lock (&b->lock);
  b->value++;
  pthread_mutex_unlock (&b->lock);
  return 0;
}

int main (void) {
  struct box *b = malloc (sizeof *b);
  pthread_mutex_init (&b->lock, 0);
  b->value = 0;
  pthread_t t, u;
  pthread_create (&t, 0, work, b);
  pthread_create (&u, 0, work, b);
  pthread_join (t, 0);
  pthread_join (u, 0);
  int wrong = b->value != 2;
  pthread_mutex_destroy (&b->lock);
  free (b);
  return wrong;
}
