// FAILURE: assertion "block[at] == 0"
// A block that is free is looked for in one section and taken in another.
#include <assert.h>
#include <pthread.h>

enum { BLOCKS = 4, FILES = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int block[BLOCKS];

static void *allocate (void *name) {
  int at = 0;
  pthread_mutex_lock (&lock);
  while (block[at])
    at++;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  assert (block[at] == 0);
  block[at] = *(int *)name;
  pthread_mutex_unlock (&lock);
  return 0;
}

int main (void) {
  pthread_t t[FILES];
  int name[FILES];
  for (int i = 0; i < FILES; i++) {
    name[i] = i + 1;
    pthread_create (&t[i], 0, allocate, &name[i]);
  }
  for (int i = 0; i < FILES; i++)
    pthread_join (t[i], 0);
  return 0;
}
