// FAILURE: assertion "state[i] == 1"
// Each item has a state that tells how often it was executed; the owner looks
// at the thieves' index too early.
#include <assert.h>
#include <pthread.h>

enum { ITEMS = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int head, tail, state[ITEMS];

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
  pthread_t t[2];
  tail = ITEMS;
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, steal, 0);
  for (int i; (i = pop ()) >= 0;)
    execute (i);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  for (int i = 0; i < ITEMS; i++)
    assert (state[i] == 1);
  return 0;
}
