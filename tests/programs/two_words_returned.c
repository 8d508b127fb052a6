// RACE path: 19 32
// WHY: a function returns two words, and one of them decides what its caller does

#include <pthread.h>

struct choice {
  long which;
  int *place;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int shared, data, here, there;

__attribute__ ((noinline)) struct choice choose (int first) {
  return (struct choice){first ? 1 : 2, first ? &here : &there};
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
  struct choice c = choose (found);
  if (c.which == 2)
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
