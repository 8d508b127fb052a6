// RACE-FREE
// SYMBOLIC: stdin
// STDIN: abc
// WHY: every byte goes another way, and all ways are locked.

#include <pthread.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int letters, digits, others;

void *work (void *a) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock (&m);
    int c = getchar ();
    if (c >= 'a' && c <= 'z')
      letters++;
    else if (c >= '0' && c <= '9')
      digits++;
    else
      others++;
    pthread_mutex_unlock (&m);
  }
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (t, 0, work, 0);
  pthread_create (t + 1, 0, work, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
