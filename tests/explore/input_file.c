// RACE input: 16 32
// SYMBOLIC: file:settings.txt
// FILE: settings.txt lock=1
// WHY: a setting in a file says whether a lock is taken.

#include <pthread.h>
#include <stdio.h>
#include <string.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int lock = 1, y;

void *work (void *a) {
  if (lock)
    pthread_mutex_lock (&m);
  y = 1;
  if (lock)
    pthread_mutex_unlock (&m);
  return a;
}

int main (void) {
  char line[16] = "";
  pthread_t t;
  FILE *f = fopen ("settings.txt", "r");
  if (f && fgets (line, sizeof line, f) && !strncmp (line, "lock=", 5))
    lock = line[5] != '0';
  if (f)
    fclose (f);
  pthread_create (&t, 0, work, 0);
  pthread_mutex_lock (&m);
  y = 2;
  pthread_mutex_unlock (&m);
  pthread_join (t, 0);
  return 0;
}
