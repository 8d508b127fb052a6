// CONSEQUENCE: check
// WHY: the exit status is the number of updates

#include <pthread.h>

static int count;

void *one (void *a) {
  count++;
  return a;
}

void *two (void *a) {
  count++;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return count;
}
