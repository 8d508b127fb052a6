// FAILURE: null 30
// WHY: the object counts as made before the pointer to it is set, in another section

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct account {
  long id, balance;
} one = {1, 100}, *account;
static long seen;
static int made;

static void *first (void *a) {
  pthread_mutex_lock (&lock);
  int makes = !made;
  made = 1;
  pthread_mutex_unlock (&lock);
  if (makes) {
    pthread_mutex_lock (&lock);
    account = &one;
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void *second (void *a) {
  pthread_mutex_lock (&lock);
  if (made)
    seen = account->id;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, first, 0);
  pthread_create (&t[1], 0, second, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
