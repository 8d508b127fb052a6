// RACE path: 26 38
// WHY: a function that only an alternative path calls returns from within its loop

#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
long table[4] = {3, 5, 7, 9};
int shared, data;

__attribute__ ((noinline)) long find (long key) {
  for (long i = 0; i < 4; i++)
    if (table[i] == key)
      return i;
  return -1;
}

__attribute__ ((noinline)) long guess (long key) {
  return -key;
}

__attribute__ ((noinline)) long either (long key) {
  return key & 1 ? find (key) : guess (key);
}

void *one (void *a) {
  data = 1;
  pthread_mutex_lock (&m);
  shared = 1;
  pthread_mutex_unlock (&m);
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&m);
  int seen = shared;
  pthread_mutex_unlock (&m);
  if (either (seen ? 4 : 7) == 2)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
