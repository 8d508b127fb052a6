// RACE value: 24 36
// WHY: jobs are functions in a table; the one that writes does so for both values

#include <pthread.h>

typedef struct job {
  int (*run) (int);
  int *result;
} job;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level = 1, results[3], taken;

static int next (int n) {
  return n + 1;
}

static int half (int n) {
  return n / 2;
}

static int write_if (int n) {
  if (n > 0)
    data = 2;
  return n;
}

static const job jobs[] = {
    {next, results}, {half, results + 1}, {write_if, results + 2}};

static void run (const job *j, int n) {
  *j->result = j->run (n);
}

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 3;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *work (void *a) {
  for (;;) {
    pthread_mutex_lock (&lock);
    int mine = taken < 3 ? taken++ : -1, seen = level;
    pthread_mutex_unlock (&lock);
    if (mine < 0)
      return a;
    run (jobs + mine, seen);
  }
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return results[0] < 0;
}
