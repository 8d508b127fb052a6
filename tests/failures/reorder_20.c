// FAILURE: assertion "(a == 0 && b == 0) || (a == 1 && b == -1)"
// The same among twenty writers: the reader has to come before all of them have
// ended, and in the middle of the first one.
#include <assert.h>
#include <pthread.h>

enum { WRITERS = 20 };
static int a, b;

static void *set (void *unused) {
  a = 1;
  b = -1;
  return unused;
}

static void *check (void *unused) {
  assert ((a == 0 && b == 0) || (a == 1 && b == -1));
  return unused;
}

int main (void) {
  pthread_t t[WRITERS + 1];
  for (int i = 0; i < WRITERS; i++)
    pthread_create (&t[i], 0, set, 0);
  pthread_create (&t[WRITERS], 0, check, 0);
  for (int i = 0; i <= WRITERS; i++)
    pthread_join (t[i], 0);
  return 0;
}
