// RACE value: 19 33
// WHY: the first pthread_exit of a program initialises the unwinder, which orders
// nothing; and nobody looks at the count

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long count;
static int data;

static void add (void) {
  pthread_mutex_lock (&lock);
  count++;
  pthread_mutex_unlock (&lock);
}

static void *first (void *a) {
  (void)a;
  data = 1;
  add ();
  pthread_exit (0);
}
static void *second (void *a) {
  (void)a;
  add ();
  pthread_exit (0);
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (u, 0);
  data = 2;
  pthread_join (t, 0);
}
