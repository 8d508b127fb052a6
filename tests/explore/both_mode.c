// RACE both: 22 32
// SYMBOLIC: env:LEVEL
// ENV: LEVEL=1
// WHY: a level of at least 5 makes the writer announce itself, which the other
// WHY: thread has to see in time.

#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int level, announced, y;

__attribute__ ((noinline)) int look (void) {
  pthread_mutex_lock (&m);
  int is = announced;
  pthread_mutex_unlock (&m);
  return is;
}

void *reader (void *a) {
  if (look ())
    y = 1;
  return a;
}

void *writer (void *a) {
  if (level >= 5) {
    pthread_mutex_lock (&m);
    announced = 1;
    pthread_mutex_unlock (&m);
  }
  y = 2;
  return a;
}

int main (void) {
  pthread_t t[2];
  const char *text = getenv ("LEVEL");
  level = text ? atoi (text) : 0;
  pthread_create (t, 0, reader, 0);
  pthread_create (t + 1, 0, writer, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
