// RACE-FREE
// WHY: close_range closes other descriptors, or behind the last use, or at the next exec alone

#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <unistd.h>

int low, high, ends[2];

static void *work (void *a) {
  char c;
  (void)!write (low, "x", 1);
  (void)!write (high, "x", 1);
  // Returns 0 behind the call that closes the other end.
  while (read (ends[0], &c, 1) > 0)
    ;
  return a;
}

int main (void) {
  pthread_t t;
  int file = open ("/dev/null", O_WRONLY);
  low = fcntl (file, F_DUPFD, 100);
  high = fcntl (file, F_DUPFD, 300);
  if (low < 0 || high < 0 || pipe (ends))
    return 1;
  dup2 (ends[1], 200);
  close (ends[1]);
  pthread_create (&t, NULL, work, NULL);
  close_range (100, 400, CLOSE_RANGE_CLOEXEC);
  close_range (150, 299, 0);
  pthread_join (t, NULL);
  close_range (100, 110, 0);
  closefrom (300);
}
