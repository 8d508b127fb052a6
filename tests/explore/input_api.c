// RACE input: 13 21
// SYMBOLIC: input
// WHY: foretrace_input, and arithmetic modulo 2^32.

#include <foretrace/input.h>
#include <pthread.h>

unsigned key = 1;
int y;

void *work (void *a) {
  if (key * 2654435761u == 0x12345678u)
    y = 1;
  return a;
}

int main (void) {
  pthread_t t;
  foretrace_input (&key, sizeof key, "key");
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
