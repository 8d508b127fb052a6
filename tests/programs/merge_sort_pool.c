// RACE-FREE
// TINY
// WHY: who finishes last merges what both have sorted

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int parts[2][2] = {{4, 3}, {2, 1}};
static int sorted, least;

static void sort (int *part) {
  if (part[0] > part[1]) {
    int kept = part[0];
    part[0] = part[1];
    part[1] = kept;
  }
}

static void merge (void) {
  least = parts[0][0] < parts[1][0] ? parts[0][0] : parts[1][0];
}

static void finish (int which) {
  sort (parts[which]);
  pthread_mutex_lock (&lock);
  int last = ++sorted == 2;
  pthread_mutex_unlock (&lock);
  if (last)
    merge ();
}

static void *sort_first (void *a) {
  finish (0);
  return a;
}

static void *sort_second (void *a) {
  finish (1);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, sort_first, 0);
  pthread_create (&u, 0, sort_second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
