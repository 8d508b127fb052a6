// FAILURE: assertion "taken[i] == 1"
// The owner takes the last item without the lock, while a thief steals it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ITEMS = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int head, tail;
static atomic_int taken[ITEMS];

static void push (void) {
  atomic_store (&tail, atomic_load (&tail) + 1);
}

static int pop (void) {
  int t = atomic_load (&tail) - 1;
  if (t < atomic_load (&head))
    return -1;
  atomic_store (&tail, t);
  return t;
}

static int steal (void) {
  pthread_mutex_lock (&lock);
  int h = atomic_load (&head), got = -1;
  if (h < atomic_load (&tail)) {
    atomic_store (&head, h + 1);
    got = h;
  }
  pthread_mutex_unlock (&lock);
  return got;
}

static void *thief (void *unused) {
  int i = steal ();
  if (i >= 0)
    atomic_fetch_add (&taken[i], 1);
  return unused;
}

int main (void) {
  pthread_t t;
  for (int i = 0; i < ITEMS; i++)
    push ();
  pthread_create (&t, 0, thief, 0);
  for (int i; (i = pop ()) >= 0;)
    atomic_fetch_add (&taken[i], 1);
  pthread_join (t, 0);
  for (int i = 0; i < ITEMS; i++)
    assert (taken[i] == 1);
  return 0;
}
