// RACE-FREE
// SYMBOLIC: arg1
// ARGS: aaa
// WHY: no text has a token that contains a separator.

#include <pthread.h>
#include <string.h>

int found, y;

void *work (void *a) {
  if (found)
    y = 1;
  return a;
}

int main (int argc, char **argv) {
  pthread_t t;
  char *rest, *token = argc > 1 ? strtok_r (argv[1], "=", &rest) : 0;
  found = token && strchr (token, '=');
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
