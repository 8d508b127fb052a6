// RACE: 16 23
// WHY: the reader walks the list without the lock of the writer

#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
} first;
pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;

void *writer (void *a) {
  struct node *n = calloc (1, sizeof *n);
  pthread_mutex_lock (&l);
  first.next = n;
  pthread_mutex_unlock (&l);
  return a;
}

void *reader (void *a) {
  for (struct node *n = &first; n;)
    n = n->next;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, writer, 0);
  pthread_create (&u, 0, reader, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
