// FAILURE: assertion "top > 0"
// Whether the stack is empty is asked in a section of its own.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[4], top;

static void push (int item) {
  pthread_mutex_lock (&lock);
  stack[top++] = item;
  pthread_mutex_unlock (&lock);
}

static int is_empty (void) {
  pthread_mutex_lock (&lock);
  int empty = top == 0;
  pthread_mutex_unlock (&lock);
  return empty;
}

static int pop (void) {
  pthread_mutex_lock (&lock);
  assert (top > 0);
  int item = stack[--top];
  pthread_mutex_unlock (&lock);
  return item;
}

static void *take (void *unused) {
  if (!is_empty ())
    pop ();
  return unused;
}

int main (void) {
  pthread_t t[2];
  push (5);
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, take, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
