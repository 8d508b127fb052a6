// RACE path: 30 43
// WHY: which of two structs of two words a function returns is followed word by word

#include <pthread.h>

struct found {
  long at, is;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
long table[4] = {3, 5, 7, 9};
int shared, data;

__attribute__ ((noinline)) struct found find (long key) {
  for (long i = 0; i < 4; i++)
    if (table[i] == key)
      return (struct found){i, 1};
  return (struct found){key, 0};
}

__attribute__ ((noinline)) struct found guess (long key) {
  return (struct found){key, 2};
}

__attribute__ ((noinline)) struct found either (long key) {
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
  struct found f = either (seen ? 4 : 7);
  if (f.is && f.at == 2)
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
