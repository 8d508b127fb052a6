// FAILURE: assertion 34
// WHY: a loop is left by a return, which compilers make a choice without a line of its own

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int places[2], taken;

static int find_free (void) {
  for (int i = 0, n = 2; i < n; i++)
    if (!places[i])
      return i;
  return -1;
}

static void *take (void *a) {
  pthread_mutex_lock (&lock);
  int place = find_free ();
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  taken += place == 0;
  places[place] = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, take, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  assert (taken <= 1);
  return 0;
}
