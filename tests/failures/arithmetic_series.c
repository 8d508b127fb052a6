// FAILURE: assertion "sum < 8"
// Only if the two threads take turns exactly does the sum get so large.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int i = 1, j = 1;

static void *add_to_i (void *unused) {
  for (int k = 0; k < 2; k++) {
    pthread_mutex_lock (&lock);
    i += j;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

static void *add_to_j (void *unused) {
  for (int k = 0; k < 2; k++) {
    pthread_mutex_lock (&lock);
    j += i;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, add_to_i, 0);
  pthread_create (&t[1], 0, add_to_j, 0);
  for (int k = 0; k < 2; k++)
    pthread_join (t[k], 0);
  int sum = i > j ? i : j;
  assert (sum < 8);
  return 0;
}
