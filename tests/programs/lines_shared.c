// RACE-FREE
// WHY: who gets the second line, or the second byte through either number, comes behind who got the first

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int x, y, z, one, two;
FILE *lines;

void *first (void *a) {
  char line[8], c;
  x = 1;
  if (!fgets (line, sizeof line, lines))
    return a;
  y = 1;
  if (getc (lines) != 'b')
    return a;
  z = 1;
  if (read (one, &c, 1) != 1)
    return NULL;
  return a;
}

void *second (void *a) {
  char line[8], c;
  usleep (30000);
  if (fgets (line, sizeof line, lines) && line[0] == 'c')
    x = y = 2;
  if (read (two, &c, 1) == 1 && c == 'b')
    z = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  FILE *other = tmpfile ();
  if (!(lines = tmpfile ()) || !other || fputs ("a\nbc\n", lines) == EOF ||
      fputs ("abc", other) == EOF || fflush (other))
    return 2;
  rewind (lines);
  one = fileno (other);
  two = dup (one);
  lseek (one, 0, SEEK_SET);
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
