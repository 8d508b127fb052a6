// RACE: 13 13
// WHY: the sequence is no lock between writers

#include <pthread.h>
#include <stdatomic.h>

atomic_uint sequence;
int data;

void *writer (void *number) {
  unsigned mine = 2 * (unsigned)(long)number;
  atomic_store (&sequence, mine + 1);
  data = 1;
  atomic_store (&sequence, mine + 2);
  return 0;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, writer, 0);
  pthread_create (&u, 0, writer, (void *)1);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
