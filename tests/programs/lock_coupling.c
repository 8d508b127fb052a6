// RACE-FREE
// WHY: hand over hand along a list, each node under its own lock

#include <pthread.h>

struct node {
  pthread_mutex_t lock;
  int value;
} nodes[4] = {{PTHREAD_MUTEX_INITIALIZER, 0},
              {PTHREAD_MUTEX_INITIALIZER, 0},
              {PTHREAD_MUTEX_INITIALIZER, 0},
              {PTHREAD_MUTEX_INITIALIZER, 0}};

void *walk (void *a) {
  pthread_mutex_lock (&nodes[0].lock);
  for (int i = 0; i < 3; i++) {
    nodes[i].value++;
    pthread_mutex_lock (&nodes[i + 1].lock);
    pthread_mutex_unlock (&nodes[i].lock);
  }
  nodes[3].value++;
  pthread_mutex_unlock (&nodes[3].lock);
  return a;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, walk, 0);
  pthread_create (&u, 0, walk, 0);
  pthread_create (&v, 0, walk, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
