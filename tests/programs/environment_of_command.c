// RACE-FREE
// WHY: the command finds the variable only behind setenv

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int x;

void *set (void *a) {
  x = 1;
  setenv ("FOUND", "1", 1);
  return a;
}

int main (void) {
  pthread_t t;
  int c;
  pthread_create (&t, 0, set, 0);
  do {
    usleep (1000);
    FILE *f = popen ("echo $FOUND", "r");
    c = f ? fgetc (f) : '1';
    if (f)
      pclose (f);
  } while (c != '1');
  x = 2;
  pthread_join (t, 0);
  return 0;
}
