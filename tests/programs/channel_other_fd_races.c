// RACE: 10 23
// WHY: what is written after the message is not ordered by it

#include <pthread.h>
#include <unistd.h>

int ends[2], data;

void *writer (void *a) {
  if (write (ends[1], "x", 1) == 1) data = 42;
  return a;
}

int main (void) {
  pthread_t t;
  char c;
  if (pipe (ends))
    return 1;
  pthread_create (&t, 0, writer, 0);
  if (read (ends[0], &c, 1) != 1)
    return 1;

  data++;
  pthread_join (t, 0);
  return data < 1;
}
