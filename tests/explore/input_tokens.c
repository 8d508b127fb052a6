// RACE input: 13 23
// SYMBOLIC: arg1
// ARGS: aaaa
// WHY: the number of tokens of an argument.

#include <pthread.h>
#include <string.h>

int count, y;

void *work (void *a) {
  if (count == 2)
    y = 1;
  return a;
}

int main (int argc, char **argv) {
  pthread_t t;
  char *text = argc > 1 ? argv[1] : 0;
  for (char *p = strtok (text, ",;"); p; p = strtok (0, ",;"))
    count++;
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
