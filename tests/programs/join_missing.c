// RACE: 8 15

#include <pthread.h>

int result;

void *work (void *a) {
  result = 42;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  int wrong = result > 42;
  pthread_join (t, 0);
  return wrong;
}
