// RACE: 14 21
// WHY: whichever thread prints first makes the library allocate the buffer of
// the stream, which is no step of that thread: a schedule may have the other
// thread first

#include <pthread.h>
#include <stdio.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int flags;

void *reads (void *arg) {
  puts ("reads");
  printf ("%d\n", flags);
  return arg;
}

void *writes (void *arg) {
  puts ("writes");
  pthread_mutex_lock (&mutex);
  flags = 2;
  pthread_mutex_unlock (&mutex);
  return arg;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, reads, 0);
  pthread_create (&u, 0, writes, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
