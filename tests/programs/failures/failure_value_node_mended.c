// NO-FAILURE
// UNDECIDED: assertion 28
// WHY: the reader takes the current node and looks at it in one section, whichever it is

#include <assert.h>
#include <pthread.h>

typedef struct node {
  int retired;
} node;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static node first, second, *current = &first;

static void *replace (void *unused) {
  pthread_mutex_lock (&lock);
  current->retired = 1;
  current = &second;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *use (void *unused) {
  pthread_mutex_lock (&lock);
  node *mine = current;
  int retired = mine->retired;
  pthread_mutex_unlock (&lock);
  assert (!retired);
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, replace, 0);
  pthread_create (&t[1], 0, use, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
