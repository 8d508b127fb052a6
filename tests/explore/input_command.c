// RACE input: 14 27
// SYMBOLIC: arg1,arg2
// ARGS: g g
// WHY: both threads have to get the right command.

#include <pthread.h>

char commands[2];
int total;

void *work (void *a) {
  switch (*(char *)a) {
  case 'a':
    total = 1;
    break;
  case 'b':
    break;
  }
  return a;
}

void *other (void *a) {
  switch (*(char *)a) {
  case 'a':
    break;
  case 'b':
    total = 2;
    break;
  }
  return a;
}

int main (int argc, char **argv) {
  pthread_t t[2];
  for (int i = 0; i < 2 && i + 1 < argc; i++)
    commands[i] = argv[i + 1][0];
  pthread_create (t, 0, work, commands);
  pthread_create (t + 1, 0, other, commands + 1);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
