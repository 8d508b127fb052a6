// A small cache: a loader publishes a table, two workers use it and count
// hits, a reporter looks at the count.
//
// Two things look like races to tools that compare locks.  The table is
// written and read without one, but a worker reads it only after it has seen
// 'ready', so no reordering of the run in cache.std brings the two together.
// The count is a real one: the reporter reads it after it has let go of m.
//
//   cc -pthread examples/cache.c -o cache

#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int table, ready, hits;

static void *load (void *arg) {
  table = 42;
  pthread_mutex_lock (&m);
  ready = 1;
  pthread_mutex_unlock (&m);
  return arg;
}

static void *work (void *arg) {
  pthread_mutex_lock (&m);
  int published = ready;
  if (published)
    hits++;
  pthread_mutex_unlock (&m);
  if (published)
    *(int *)arg = table;
  return arg;
}

static void *report (void *arg) {
  pthread_mutex_lock (&m);
  int published = ready;
  pthread_mutex_unlock (&m);
  printf ("%d %d\n", published, hits);
  return arg;
}

int main (void) {
  pthread_t loader, reporter, workers[2];
  int results[2] = {0, 0};
  pthread_create (&loader, NULL, load, NULL);
  pthread_create (&workers[0], NULL, work, &results[0]);
  pthread_create (&workers[1], NULL, work, &results[1]);
  pthread_create (&reporter, NULL, report, NULL);
  pthread_join (loader, NULL);
  pthread_join (workers[0], NULL);
  pthread_join (workers[1], NULL);
  pthread_join (reporter, NULL);
  return hits != 2;
}
