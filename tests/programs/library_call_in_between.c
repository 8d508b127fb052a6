// RACE: 11 16
// WHY: the address of the variable comes back from a library

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

char text[] = "key=value";

void *one (void *a) {
  *strchr (text, '=') = '=';
  return a;
}

void *two (void *a) {
  text[3] = '=';
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
