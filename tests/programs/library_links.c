// RACE-FREE
// WHY: a library that is not instrumented puts the item into the list; who
// finds it there comes after all that was done before
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
  data = 42;
  pthread_mutex_lock (&lock);
  insque (&item, &head);
  pthread_mutex_unlock (&lock);
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
  head.next = NULL;
  pthread_create (&thread, NULL, put, NULL);
  while (!is_there ())
    sched_yield ();
  int result = data;
  pthread_join (thread, NULL);
  return result != 42;
}
