// WHY: a node is freed and another one, mostly at the same address, put in its
// place in one section; the link has both addresses in one value (xor)

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct node {
  uintptr_t link;
  int value;
} node;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static node *volatile head;
static volatile uintptr_t
    other; // the second node's address, xor the first one's
int total;

static void *walk (void *p) {
  (void)p;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&lock);
    node *first = head;
    node *second = (node *)((uintptr_t)first ^ other);
    total += second->value;
    pthread_mutex_unlock (&lock);
  }
  return 0;
}
static void *renew (void *p) {
  (void)p;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&lock);
    node *first = head;
    free ((node *)((uintptr_t)first ^ other));
    node *n = malloc (sizeof *n);
    n->value = i;
    other = (uintptr_t)first ^ (uintptr_t)n;
    pthread_mutex_unlock (&lock);
  }
  return 0;
}
int main (void) {
  pthread_t a, b;
  head = malloc (sizeof (node));
  node *n = malloc (sizeof *n);
  n->value = 7;
  other = (uintptr_t)n ^ (uintptr_t)head;
  pthread_create (&a, 0, walk, 0);
  pthread_create (&b, 0, renew, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
