// NO-FAILURE
// WHY: each thread asks for an item and takes it in one section

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item {
  struct item *next;
  long value;
} items[2] = {{items + 1, 1}, {NULL, 2}}, *top = items + 1;
static long sum;

static void *first (void *a) {
  pthread_mutex_lock (&lock);
  if (top) {
    sum += top->value;
    top = top->next;
  }
  pthread_mutex_unlock (&lock);
  return a;
}

static void *second (void *a) {
  pthread_mutex_lock (&lock);
  if (top) {
    sum += top->value;
    top = top->next;
  }
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, first, 0);
  pthread_create (&t[1], 0, second, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
