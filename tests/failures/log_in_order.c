// FAILURE: assertion "number[i] == i"
// A number is drawn in one section, and written to the log in another.
#include <assert.h>
#include <pthread.h>

enum { THREADS = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next, used, number[THREADS];

static void *write_entry (void *unused) {
  pthread_mutex_lock (&lock);
  int mine = next++;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  number[used++] = mine;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create (&t[i], 0, write_entry, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], 0);
  for (int i = 0; i < THREADS; i++)
    assert (number[i] == i);
  return 0;
}
