// RACE: 14 14
// TINY
// WHY: both accesses are on one line, in two functions

#include <pthread.h>

#define WRITE(name, value)                                                     \
  void *name (void *a) {                                                       \
    x = value;                                                                 \
    return a;                                                                  \
  }
int x;
// clang-format off
WRITE (one, 1) WRITE (two, 2)
    // clang-format on
    int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
