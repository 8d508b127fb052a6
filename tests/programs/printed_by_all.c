// RACE-FREE
// WHY: a stream has a lock of its own

#include <pthread.h>
#include <stdio.h>

void *work (void *text) {
  for (int i = 0; i < 3; i++)
    printf ("%s %d\n", (char *)text, i);
  puts (text);
  fputc ('\n', stdout);
  return 0;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, "one");
  pthread_create (&u, 0, work, "two");
  pthread_join (t, 0);
  pthread_join (u, 0);
}
