// FAILURE: assertion 45
// WHY: the owner of a queue takes its last item without a compare-and-swap, while one of many thieves takes it, too

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ITEMS = 4, THIEVES = 20 };

static atomic_int head, tail;
static int items[ITEMS], taken[ITEMS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push (int item) {
  int last = atomic_load (&tail);
  items[last] = item;
  atomic_store (&tail, last + 1);
}

static int pop (void) {
  int last = atomic_load (&tail) - 1;
  atomic_store (&tail, last);
  int first = atomic_load (&head);
  if (first <= last)
    return items[last];
  atomic_store (&tail, last + 1);
  return -1;
}

static int steal (void) {
  int first = atomic_load (&head);
  if (first >= atomic_load (&tail))
    return -1;
  int item = items[first];
  return atomic_compare_exchange_strong (&head, &first, first + 1) ? item : -1;
}

static void use (int item) {
  if (item < 0)
    return;
  pthread_mutex_lock (&lock);
  taken[item]++;
  int times = taken[item];
  pthread_mutex_unlock (&lock);
  assert (times == 1);
}

static void *own (void *a) {
  for (int i = 0; i < ITEMS; i++)
    push (i);
  for (int i = 0; i < ITEMS; i++)
    use (pop ());
  return a;
}

static void *rob (void *a) {
  use (steal ());
  return a;
}

int main (void) {
  pthread_t t[THIEVES], owner;
  pthread_create (&owner, 0, own, 0);
  for (int i = 0; i < THIEVES; i++)
    pthread_create (t + i, 0, rob, 0);
  for (int i = 0; i < THIEVES; i++)
    pthread_join (t[i], 0);
  pthread_join (owner, 0);
  return 0;
}
