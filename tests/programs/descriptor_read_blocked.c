// RACE: 10 19
// WHY: what a blocked thread reads from is closed under it

#include <pthread.h>
#include <unistd.h>
int ends[2];

static void *work (void *a) {
  char c;
  (void)!read (ends[0], &c, 1);
  return a;
}

int main (void) {
  pthread_t t;
  if (pipe (ends) || pthread_create (&t, 0, work, 0)) return 1;
  usleep (1000);
  (void)!write (ends[1], "x", 1);
  close (ends[0]);
  pthread_join (t, 0);
}
