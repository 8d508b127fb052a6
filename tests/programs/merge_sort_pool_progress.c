// RACE value: 28 36
// TINY
// WHY: a thread of the pool shows how many parts are sorted; any number will do

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int parts[2][2] = {{4, 3}, {2, 1}};
static int sorted, shown;

static void sort (int *part) {
  if (part[0] > part[1]) {
    int kept = part[0];
    part[0] = part[1];
    part[1] = kept;
  }
}

static int finish (int which) {
  sort (parts[which]);
  pthread_mutex_lock (&lock);
  int count = ++sorted;
  pthread_mutex_unlock (&lock);
  return count;
}

static void *sort_first (void *a) {
  shown = 0;
  finish (0);
  return a;
}

static void *sort_second (void *a) {
  int count = finish (1);
  if (count <= 2)
    shown = count;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, sort_first, 0);
  pthread_create (&u, 0, sort_second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
