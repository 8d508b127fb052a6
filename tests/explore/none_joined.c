// RACE-FREE
// SYMBOLIC: input
// WHY: the input says how many threads there are; each is joined before the
// WHY: next one.

#include <foretrace/input.h>
#include <pthread.h>

unsigned threads = 1;
int y;

void *work (void *a) {
  y++;
  return a;
}

int main (void) {
  foretrace_input (&threads, sizeof threads, "threads");
  for (unsigned i = 0; i < threads && i < 4; i++) {
    pthread_t t;
    pthread_create (&t, 0, work, 0);
    pthread_join (t, 0);
  }
  y++;
  return 0;
}
