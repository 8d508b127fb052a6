// NO-FAILURE
// UNDECIDED: assertion 21
// UNDECIDED: assertion 26
// UNDECIDED: assertion 42
// WHY: blocks of paths are blocks of their own: not NULL, not one that is there already, 0 where they are cleared, and what the path has written behind that

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *shown, *spare, passed;

static void *turn (void *a) {
  pthread_mutex_lock (&lock);
  int *before = shown;
  int first = passed++ == 0;
  pthread_mutex_unlock (&lock);
  if (first) {
    int *mine = calloc (4, sizeof *mine);
    assert (mine && mine != before && mine[2] == 0);
    mine[2] = 5;
    assert (mine[2] == 5 && ((size_t)mine & 7) == 0);
    pthread_mutex_lock (&lock);
    shown = mine;
    assert (shown[2] == 5);
    pthread_mutex_unlock (&lock);
    int *unused = malloc (8);
    assert (unused != mine);
    free (unused);
    free (spare);
  }
  return a;
}

int main (void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, turn, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  assert (shown && shown[2] == 5);
  return 0;
}
