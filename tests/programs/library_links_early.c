// RACE beyond: 20 40
// WHY: as library_links, but filled late; that the library wrote is found by a read, behind all that was done
#include <pthread.h>
#include <sched.h>
#include <search.h>
#include <stddef.h>

typedef struct element {
  struct element *next, *previous;
} element;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static element head, item;
static int data;

static void *put (void *argument) {
  pthread_mutex_lock (&lock);
  insque (&item, &head);
  pthread_mutex_unlock (&lock);
  data = 42;
  return argument;
}

static int is_there (void) {
  pthread_mutex_lock (&lock);
  int there = head.next != NULL;
  pthread_mutex_unlock (&lock);
  return there;
}

int main (void) {
  pthread_t thread;
  int result;
  head.next = NULL;
  data = 0;
  pthread_create (&thread, NULL, put, NULL);
  while (!is_there ())
    sched_yield ();
  // Whatever it is.
  result = data;
  pthread_join (thread, NULL);
  return result != 0 && result != 42;
}
