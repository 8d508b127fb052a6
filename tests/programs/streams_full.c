// RACE-FREE
// WHY: what is printed into a pipe that was full finds room only behind the other
// thread's read

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { SIZE = 65536 };
int x, y, first[2], second[2];
char full[SIZE];
FILE *to;

void *makes_room (void *a) {
  static char bytes[SIZE];
  x = 1;
  if (read (first[0], bytes, SIZE) != SIZE)
    return 0;
  y = 1;
  if (read (second[0], bytes, SIZE) != SIZE)
    return 0;
  return a;
}

void *prints (void *a) {
  fputs ("a", to);
  fflush (to);
  x = 2;
  dprintf (second[1], "a");
  y = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  if (pipe (first) || pipe (second) || write (first[1], full, SIZE) != SIZE ||
      write (second[1], full, SIZE) != SIZE)
    return 1;
  to = fdopen (first[1], "w");
  pthread_create (&t, 0, makes_room, 0);
  pthread_create (&u, 0, prints, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
