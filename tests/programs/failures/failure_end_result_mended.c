// NO-FAILURE
// UNDECIDED: assertion 45
// FLAGS: -O0
// WHY: what the thread returns says which place it has taken, and main looks at both

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, place[2];

static void *take (void *unused) {
  void *result = unused;
  int at = 0;
  pthread_mutex_lock (&lock);
  if (count) {
    at = 1;
    result = &place[1];
  }
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  place[at] = 7;
  pthread_mutex_unlock (&lock);
  return result;
}

static void *give (void *unused) {
  pthread_mutex_lock (&lock);
  count = 1;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t, u;
  void *taken;
  pthread_create (&t, 0, take, 0);
  pthread_create (&u, 0, give, 0);
  pthread_join (t, &taken);
  pthread_join (u, 0);

  if (!taken) {
    int second = place[1];
    // nobody has taken that
    assert (second == 0);
  }
  return 0;
}
