// CONSEQUENCE: none
// WHY: what is written depends on the clock and the process, not on the race.
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int flag;

static void *set (void *a) {
  flag = 1;
  return a;
}

int main (int argc, char **argv) {
  char path[4096];
  pthread_t t, u;
  struct timespec now;
  (void)argc;
  snprintf (path, sizeof path, "%s.out", argv[0]);
  pthread_create (&t, 0, set, 0);
  pthread_create (&u, 0, set, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  clock_gettime (CLOCK_REALTIME, &now);
  FILE *file = fopen (path, "w");
  fprintf (file, "%ld.%09ld by %d\n", now.tv_sec, now.tv_nsec, getpid ());
  fclose (file);
  printf ("%ld.%09ld by %d\n", now.tv_sec, now.tv_nsec, getpid ());
  return 0;
}
