// RACE input: 17 32
// RACE input: 19 33
// SYMBOLIC: input
// WHY: two races behind conditions that exclude each other.

#include <foretrace/input.h>
#include <pthread.h>

struct request {
  int kind, size;
  short flags;
} request;
int small, large;

__attribute__ ((noinline)) void handle (void) {
  if (request.size < 64)
    small = 1;
  else if (request.flags & 0x40)
    large = 1;
}

void *work (void *a) {
  if (request.kind == 7)
    handle ();
  return a;
}

int main (void) {
  pthread_t t;
  foretrace_input (&request, sizeof request, "request");
  pthread_create (&t, 0, work, 0);
  small = 2;
  large = 2;
  pthread_join (t, 0);
  return 0;
}
