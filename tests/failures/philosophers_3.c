// FAILURE: deadlock
// Each takes the left fork first.
#include <pthread.h>

enum { SEATS = 3 };
static pthread_mutex_t fork_at[SEATS] = {PTHREAD_MUTEX_INITIALIZER,
                                         PTHREAD_MUTEX_INITIALIZER,
                                         PTHREAD_MUTEX_INITIALIZER};
static int seat[SEATS] = {0, 1, 2};
static int meals[SEATS];

static void *dine (void *at) {
  int i = *(int *)at;
  pthread_mutex_lock (&fork_at[i]);
  pthread_mutex_lock (&fork_at[(i + 1) % SEATS]);
  meals[i]++;
  pthread_mutex_unlock (&fork_at[(i + 1) % SEATS]);
  pthread_mutex_unlock (&fork_at[i]);
  return 0;
}

int main (void) {
  pthread_t t[SEATS];
  for (int i = 0; i < SEATS; i++)
    pthread_create (&t[i], 0, dine, &seat[i]);
  for (int i = 0; i < SEATS; i++)
    pthread_join (t[i], 0);
  return 0;
}
