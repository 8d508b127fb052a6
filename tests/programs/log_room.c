// RACE-FREE
// WHY: a call with many records writes none beyond the end of a log's buffer

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 2000 };

static void *scan (void *a) {
  static const char numbers[] = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 "
                                "19 20 21 22 23\n";
  int n[23], ends[2];
  volatile int *words = a;
  pipe (ends);
  FILE *f = fdopen (ends[0], "r");
  for (int r = 0; r < ROUNDS; r++) {
    for (int k = 0; k < r % 11; k++) // so that the call begins anywhere
      ++*words;
    write (ends[1], numbers, sizeof numbers - 1);
    fscanf (f, "%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d", n, n + 1,
            n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9, n + 10,
            n + 11, n + 12, n + 13, n + 14, n + 15, n + 16, n + 17, n + 18,
            n + 19, n + 20, n + 21, n + 22);
  }
  return a;
}

int main (void) {
  pthread_t t[3];
  static int words[3];
  for (int i = 0; i < 3; i++)
    pthread_create (t + i, 0, scan, words + i);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
}
