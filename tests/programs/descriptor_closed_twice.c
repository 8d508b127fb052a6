// RACE: 11 18
// WHY: two closes of one descriptor: the second one may close what has the number by then

#include <pthread.h>
#include <unistd.h>

int ends[2];

static void *work (void *a) {

  close (ends[0]);
  return a;
}

int main (void) {
  pthread_t t;
  if (pipe (ends) || pthread_create (&t, 0, work, 0)) return 1;
  close (ends[0]);
  pthread_join (t, 0);
}
