// RACE-FREE
// WHY: a pipe is at its end since another thread closed the other one

#include <pthread.h>
#include <unistd.h>

int ends[2], data;

void *closer (void *a) {
  data = 42;
  close (ends[1]);
  return a;
}

int main (void) {
  pthread_t t;
  char c;
  if (pipe (ends))
    return 1;
  pthread_create (&t, 0, closer, 0);
  while (read (ends[0], &c, 1) > 0)
    ;
  data++;
  pthread_join (t, 0);
  return data != 43;
}
