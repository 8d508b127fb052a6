// RACE input: 21 35
// SYMBOLIC: stdin
// STDIN: ab
// WHY: the word is too short for what matters in it.

#include <pthread.h>
#include <stdio.h>

char word[32];
int y;

__attribute__ ((noinline)) int length (const char *text) {
  int n = 0;
  while (text[n])
    n++;
  return n;
}

void *work (void *a) {
  if (length (word) >= 7 && word[5] == 'x' && word[6] == '-')
    y = 1;
  return a;
}

int main (void) {
  pthread_t t;
  char line[32];
  if (!fgets (line, sizeof line, stdin))
    return 1;
  int n = 0;
  for (; line[n] && line[n] != '\n'; n++)
    word[n] = line[n];
  word[n] = 0;
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
