// CONSEQUENCE: memory
// WHY: the block is freed before it is written

#include <pthread.h>
#include <stdlib.h>

struct node {
  long unused[4];
  int value;
};
static struct node *node;

void *one (void *a) {
  node->value = 1;
  return a;
}

void *two (void *a) {
  free (node);
  return a;
}

int main (void) {
  pthread_t t, u;
  node = malloc (sizeof *node);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
