// FAILURE: assertion "x1 == x3 && x2 == x1 + 1"
// Each thread derives its value from its neighbour's, in the order of starts.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x1 = 1, x2 = 2, x3 = 1;
static int flag[3];

static void *first (void *unused) {
  pthread_mutex_lock (&lock);
  x1 = (x3 + 1) % 4;
  flag[0] = 1;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *second (void *unused) {
  pthread_mutex_lock (&lock);
  x2 = x1;
  flag[1] = 1;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *third (void *unused) {
  pthread_mutex_lock (&lock);
  x3 = x2;
  flag[2] = 1;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *check (void *unused) {
  pthread_mutex_lock (&lock);
  if (flag[0] && flag[1] && flag[2])
    assert (x1 == x2 && x2 == x3);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t[4];
  pthread_create (&t[0], 0, first, 0);
  pthread_create (&t[1], 0, second, 0);
  pthread_create (&t[2], 0, third, 0);
  pthread_create (&t[3], 0, check, 0);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
  return 0;
}
