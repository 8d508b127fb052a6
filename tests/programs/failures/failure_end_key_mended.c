// NO-FAILURE
// UNDECIDED: assertion 44
// WHY: a destructor of thread-specific data runs behind the thread's function

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int count, place[2], over;

static void end (void *at) {
  pthread_mutex_lock (&lock);
  *(int *)at = 0;
  over++;
  pthread_mutex_unlock (&lock);
}

static void *take (void *unused) {
  pthread_mutex_lock (&lock);
  int at = count;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  place[at] = 7;
  pthread_mutex_unlock (&lock);
  pthread_setspecific (key, &place[at]);
  return unused;
}

static void *give (void *unused) {
  pthread_mutex_lock (&lock);
  count = 1;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t, u;
  pthread_key_create (&key, end);
  pthread_create (&t, 0, take, 0);
  pthread_create (&u, 0, give, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  assert (over == 1 && !place[0] && !place[1]);
  return 0;
}
