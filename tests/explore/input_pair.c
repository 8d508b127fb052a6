// RACE input: 14 25
// SYMBOLIC: arg1
// ARGS: wwww
// WHY: a key and a value, with sscanf; the text has neither at first.

#include <pthread.h>
#include <stdio.h>
#include <string.h>

int level, y;

void *work (void *a) {
  if (level == 7)
    y = 1;
  return a;
}

int main (int argc, char **argv) {
  pthread_t t;
  char key[8];
  int value;
  if (argc > 1 && sscanf (argv[1], "%[a-z]=%x", key, &value) == 2)
    level = value;
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
