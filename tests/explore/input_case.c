// RACE input: 13 21
// SYMBOLIC: arg1
// ARGS: sss
// WHY: a word is compared without regard to case.

#include <pthread.h>
#include <strings.h>

int on, y;

void *work (void *a) {
  if (on)
    y = 1;
  return a;
}

int main (int argc, char **argv) {
  pthread_t t;
  on = argc > 1 && !strcasecmp (argv[1], "Yes");
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
