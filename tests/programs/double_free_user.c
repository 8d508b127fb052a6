// RACE: 19 32
// RACE: 26 32
// FAILURE: use-after-free 19
// EXIT: 134
// WHY: only the second free lacks the lock under which the block is used, and freed

#include <pthread.h>
#include <stdlib.h>

struct node {
  long unused[4];
  int value;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *node;

void *user (void *a) {
  pthread_mutex_lock (&lock);
  node->value = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

void *one (void *a) {
  pthread_mutex_lock (&lock);
  free (node);
  pthread_mutex_unlock (&lock);
  return a;
}

void *two (void *a) {
  free (node);
  return a;
}

int main (void) {
  pthread_t t, u, v;
  node = calloc (1, sizeof *node);
  pthread_create (&t, 0, user, 0);
  pthread_create (&u, 0, one, 0);
  pthread_create (&v, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
