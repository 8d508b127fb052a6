// RACE-FREE
// TINY
// WHY: each thread has a member of its own

#include <pthread.h>

struct pair {
  int left;
  short right;
  char middle;
} pair;

void *one (void *a) {
  pair.left++;
  return a;
}

void *two (void *a) {
  pair.right++;
  return a;
}

void *three (void *a) {
  pair.middle++;
  return a;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_create (&v, 0, three, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
