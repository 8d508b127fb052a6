// RACE: 17 25
// WHY: the pointer is guarded, the block behind it is not

#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
struct node {
  long unused[4];
  int value;
} * node;

void *one (void *a) {
  pthread_mutex_lock (&l);
  struct node *mine = node;
  pthread_mutex_unlock (&l);
  mine->value = 1;
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&l);
  struct node *old = node;
  pthread_mutex_unlock (&l);
  free (old);
  return a;
}

int main (void) {
  node = malloc (sizeof *node);
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
