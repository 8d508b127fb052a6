// RACE-FREE
// WHY: what one thread reads another one has printed before, by functions that take
// no lock of the stream, and as wide characters

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#include <wchar.h>

int x, y, z;
FILE *from[3], *to[3];

void *prints (void *a) {
  x = 1;
  putc_unlocked ('a', to[0]);
  fflush_unlocked (to[0]);
  y = 1;
  fputws (L"a\n", to[1]);
  fflush (to[1]);
  z = 1;
  fwprintf (to[2], L"%d\n", 7);
  fflush (to[2]);
  return a;
}

void *reads (void *a) {
  wchar_t line[8];
  int n = 0;
  if (getc_unlocked (from[0]) == 'a')
    x = 2;
  if (fgetws (line, 8, from[1]))
    y = 2;
  if (fwscanf (from[2], L"%d", &n) == 1)
    z = n;
  return a;
}

int main (void) {
  pthread_t t, u;
  for (int i = 0; i < 3; i++) {
    int ends[2];
    if (pipe (ends))
      return 1;
    from[i] = fdopen (ends[0], "r");
    to[i] = fdopen (ends[1], "w");
  }
  pthread_create (&u, 0, reads, 0);
  pthread_create (&t, 0, prints, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
