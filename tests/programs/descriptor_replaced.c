// RACE: 12 23
// WHY: dup2 over an open descriptor closes it, while another thread may write to it

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

int to, ends[2];

static void *work (void *a) {
  // Writes to either file.
  (void)!write (to, "x", 1);
  return a;
}

int main (void) {
  pthread_t t;
  to = open ("/dev/null", O_WRONLY);
  if (to < 0 || pipe (ends))
    return 1;
  pthread_create (&t, 0, work, 0);
  usleep (1000);
  dup2 (ends[1], to);
  pthread_join (t, 0);
}
