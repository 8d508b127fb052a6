// RACE-FREE
// WHY: what one thread reads another one has printed before, by functions that take
// no lock of the stream, and as wide characters

#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { PIPES = 5 };
int x[PIPES], in[PIPES], out[PIPES];
FILE *from[PIPES], *to[PIPES];

static bool send (int i, const char *s) {
  return write (out[i], s, strlen (s)) > 0;
}

// Of each pipe one end alone is a stream of the program.
void *prints (void *a) {
  x[0] = 1;
  putc_unlocked ('a', to[0]);
  fflush_unlocked (to[0]);
  x[1] = 1;
  if (!send (1, "a"))
    return 0;
  x[2] = 1;
  if (!send (2, "a\n"))
    return 0;
  x[3] = 1;
  if (!send (3, "7\n"))
    return 0;
  x[4] = 1;
  fputws (L"a\n", to[4]);
  fflush (to[4]);
  return a;
}

void *reads (void *a) {
  wchar_t line[8];
  char c;
  int n = 0;
  if (read (in[0], &c, 1) == 1)
    x[0] = 2;
  if (getc_unlocked (from[1]) == 'a')
    x[1] = 2;
  if (fgetws (line, 8, from[2]))
    x[2] = 2;
  if (fwscanf (from[3], L"%d", &n) == 1)
    x[3] = n;
  if (read (in[4], &c, 1) == 1)
    x[4] = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  for (int i = 0; i < PIPES; i++) {
    int ends[2];
    if (pipe (ends))
      return 1;
    in[i] = ends[0];
    out[i] = ends[1];
    if (i > 0 && i < 4)
      from[i] = fdopen (ends[0], "r");
    else
      to[i] = fdopen (ends[1], "w");
  }
  pthread_create (&u, 0, reads, 0);
  pthread_create (&t, 0, prints, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
