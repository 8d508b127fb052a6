// NO-FAILURE
// UNDECIDED: assertion 30
// WHY: a free block is looked for and taken in one section

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int block[4];

static void *allocate (void *name) {
  int at = 0;
  pthread_mutex_lock (&lock);
  while (block[at])
    at++;
  assert (block[at] == 0);
  block[at] = *(int *)name;
  pthread_mutex_unlock (&lock);
  return 0;
}

int main (void) {
  pthread_t t[3];
  int name[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++)
    pthread_create (&t[i], 0, allocate, &name[i]);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  for (int i = 0; i < 3; i++)
    assert (block[i]);
  return 0;
}
