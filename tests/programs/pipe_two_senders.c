// RACE beyond: 10 25
// WHY: the byte that is read may be the other sender's

#include <pthread.h>
#include <unistd.h>

int ends[2], data;

void *sender (void *a) {
  data = 1;
  return write (ends[1], "x", 1) == 1 ? a : 0;
}

void *other (void *a) {
  if (write (ends[1], "y", 1) != 1)
    return 0;
  return a;
}

void *receiver (void *a) {
  char byte;
  if (read (ends[0], &byte, 1) != 1)
    return 0;
  (void)byte;
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u, v;
  if (pipe (ends) != 0)
    return 1;
  pthread_create (&t, 0, sender, 0);
  pthread_create (&u, 0, other, 0);
  pthread_create (&v, 0, receiver, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
