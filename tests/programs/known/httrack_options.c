// BUG: HTTrack 3.43.9: a worker uses the global options before main has set the pointer to them
// FIRST: access through a null pointer
// RACE: data race on 'global_opt'.*CRASH

#include <pthread.h>
#include <stdlib.h>

struct options {
  int is_update;
};

static struct options *global_opt;

static void *back_launch_ftp (void *a) {
  global_opt->is_update = 1;
  return a;
}

int main (void) {
  pthread_t t;
  struct options *opt = calloc (1, sizeof *opt);
  pthread_create (&t, 0, back_launch_ftp, 0);
  global_opt = opt;
  pthread_join (t, 0);
  free (opt);
  return 0;
}
