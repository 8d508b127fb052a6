// RACE path: 18 32
// WHY: what a path computes that no operator describes ends nothing if nothing depends on it

#include <pthread.h>

struct pair {
  long sum, same;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int shared, data;

__attribute__ ((noinline)) struct pair add (int n) {
  return (struct pair){n + 3, n};
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
  int found = shared;
  pthread_mutex_unlock (&m);
  if (!found) {
    struct pair p = add (found);
    if (p.sum == 3)
      data = 2;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
