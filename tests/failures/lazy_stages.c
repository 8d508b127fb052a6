// FAILURE: assertion "data < 3"
// Two increments and a check, in any order: only one order makes three.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *one (void *unused) {
  pthread_mutex_lock (&lock);
  data++;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *two (void *unused) {
  pthread_mutex_lock (&lock);
  data += 2;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *check (void *unused) {
  pthread_mutex_lock (&lock);
  assert (data < 3);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t[3];
  pthread_create (&t[2], 0, check, 0);
  pthread_create (&t[0], 0, one, 0);
  pthread_create (&t[1], 0, two, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
