// RACE-FREE
// TINY
// WHY: both bits are seen only behind both updates, of which no one else uses
// the results

#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data[2];

static void *one (void *a) {
  data[0] = 1;
  atomic_fetch_or (&ready, 1);
  return a;
}

static void *two (void *a) {
  data[1] = 1;
  atomic_fetch_or (&ready, 2);
  return a;
}

static void *use (void *a) {
  if (atomic_load (&ready) == 3)
    data[0] = data[1] = 2;
  return a;
}

int main (void) {
  pthread_t t[3];
  pthread_create (t, 0, one, 0);
  pthread_create (t + 1, 0, two, 0);
  pthread_create (t + 2, 0, use, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
}
