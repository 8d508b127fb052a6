// FAILURE: assertion 57
// WHY: who finds no entry makes one, in another section: on the path of the second thread a block is allocated, passed on, linked in and read again, while the first one's, which the run has read in the place of that, is not allocated yet

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct entry {
  int key, uses;
  struct entry *next;
} *first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int entries;

static struct entry *find (int key) {
  for (struct entry *e = first; e; e = e->next)
    if (e->key == key)
      return e;
  return NULL;
}

static struct entry *new_entry (int key) {
  struct entry *e = malloc (sizeof *e);
  if (!e)
    exit (0);
  e->key = key;
  e->uses = 0;
  return e;
}

static void add (struct entry *e) {
  e->next = first;
  first = e;
  if (first->uses == 0)
    entries++;
  first->uses++;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  struct entry *e = find (7);
  pthread_mutex_unlock (&lock);
  if (!e) {
    pthread_mutex_lock (&lock);
    add (new_entry (7));
    pthread_mutex_unlock (&lock);
  }
  return a;
}

int main (void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, use, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  assert (entries == 1);
  return 0;
}
