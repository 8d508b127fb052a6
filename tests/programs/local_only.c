// RACE-FREE
// WHY: nothing is shared, though addresses are passed around

#include <pthread.h>

struct list {
  struct list *next;
  int value;
};

int sum (const struct list *l) {
  return l ? l->value + sum (l->next) : 0;
}

void *work (void *a) {
  struct list nodes[5];
  for (int i = 0; i < 5; i++) {
    nodes[i].value = i;
    nodes[i].next = i < 4 ? &nodes[i + 1] : 0;
  }
  return sum (nodes) == 10 ? a : (void *)1;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
