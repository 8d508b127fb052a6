// RACE: 10 15
// WHY: %s reads what it points to

#include <pthread.h>
#include <stdio.h>

char name[] = "name";

void *one (void *a) {
  printf ("%s\n", name);
  return a;
}

void *two (void *a) {
  name[2] = 'n';
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
