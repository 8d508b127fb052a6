// measure COMMAND...: runs a command with its output thrown away and prints
// one line: seconds of wall clock, seconds of processor, peak memory in KiB,
// exit status.

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds (struct timeval t) {
  return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static void run (char **command) {
  int null = open ("/dev/null", O_WRONLY);
  dup2 (null, STDOUT_FILENO);
  dup2 (null, STDERR_FILENO);
  execvp (command[0], command);
  _exit (127);
}

int main (int argc, char **argv) {
  if (argc < 2)
    return 64;
  double begin = now ();
  pid_t child = fork ();
  if (!child)
    run (argv + 1);
  int status;
  struct rusage usage;
  if (child < 0 || wait4 (child, &status, 0, &usage) < 0)
    return 69;
  printf ("%.3f %.3f %ld %d\n", now () - begin,
          seconds (usage.ru_utime) + seconds (usage.ru_stime), usage.ru_maxrss,
          WIFEXITED (status) ? WEXITSTATUS (status) : 128);
  return 0;
}
