// RACE: 10 15
// TINY

#include <pthread.h>
#include <string.h>

char name[16];

void *one (void *a) {
  strcpy (name, "one");
  return a;
}

void *two (void *a) {
  return strlen (name) > 3 ? a : (void *)1;
}

int main (void) {
  strcpy (name, "two");
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
