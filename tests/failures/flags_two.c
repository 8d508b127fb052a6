// FAILURE: assertion "inside == 1"
// Mutual exclusion by two flags that are looked at before they are set.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], inside;

static void *enter (void *who) {
  int i = *(int *)who;
  if (!atomic_load (&wants[1 - i])) {
    atomic_store (&wants[i], 1);
    atomic_fetch_add (&inside, 1);
    assert (atomic_load (&inside) == 1);
    atomic_fetch_sub (&inside, 1);
    atomic_store (&wants[i], 0);
  }
  return 0;
}

int main (void) {
  pthread_t t[2];
  int who[] = {0, 1};
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, enter, &who[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
