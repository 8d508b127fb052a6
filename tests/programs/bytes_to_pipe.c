// RACE-FREE
// WHY: bytes that are put into a stream were put there before they are read from its pipe

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int x, y, ends[2];
FILE *stream;

void *put (void *a) {
  x = 1;
  putc ('a', stream);
  return a;
}

void *put_later (void *a) {
  y = 1;
  putc ('b', stream);
  fflush (NULL);
  return a;
}

int main (void) {
  pthread_t t;
  char c;
  if (pipe (ends) || !(stream = fdopen (ends[1], "w")))
    return 2;
  setvbuf (stream, NULL, _IONBF, 0);
  pthread_create (&t, 0, put, 0);
  if (read (ends[0], &c, 1) == 1)
    x = 2;
  pthread_join (t, 0);
  setvbuf (stream, NULL, _IOFBF, BUFSIZ);
  pthread_create (&t, 0, put_later, 0);
  if (read (ends[0], &c, 1) == 1)
    y = 2;
  pthread_join (t, 0);
  return 0;
}
