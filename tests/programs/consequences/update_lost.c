// CONSEQUENCE: output
// WHY: a lost update is printed

#include <pthread.h>
#include <stdio.h>

static int count;

void *one (void *a) {
  count++;
  return a;
}

void *two (void *a) {
  count++;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  printf ("count %d\n", count);
}
