// FAILURE: assertion 45
// WHY: the thief steals nothing in the run; in another order it takes the item that the
// WHY: owner takes without asking again, and main sees that once the thief has ended

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int head, tail = 3, state[3];

static void execute (int i) {
  pthread_mutex_lock (&lock);
  state[i]++;
  pthread_mutex_unlock (&lock);
}

static void *steal (void *unused) {
  pthread_mutex_lock (&lock);
  int h = head < tail ? head++ : -1;
  pthread_mutex_unlock (&lock);
  if (h >= 0)
    execute (h);
  return unused;
}

static int pop (void) {
  pthread_mutex_lock (&lock);
  int first = head, last = tail;
  pthread_mutex_unlock (&lock);
  if (first == last)
    return -1;
  pthread_mutex_lock (&lock);
  int t = --tail;
  pthread_mutex_unlock (&lock);
  return t;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, steal, 0);
  for (int i; (i = pop ()) >= 0;)
    execute (i);
  pthread_join (t, 0);
  for (int i = 0; i < 3; i++)
    assert (state[i] == 1);
  return 0;
}
