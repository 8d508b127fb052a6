// RACE: 10 15
// WHY: snprintf writes its buffer

#include <pthread.h>
#include <stdio.h>

char text[32];

void *one (void *a) {
  snprintf (text, sizeof text, "%d", 12345);
  return a;
}

void *two (void *a) {
  text[3] = 'n';
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
