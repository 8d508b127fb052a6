// RACE: 16 30
// RACE: 18 31
// WHY: close_range and closefrom close what another thread may still come to use

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

int low, high;

static void *work (void *a) {
  // Each number is used by one thread.
  if (!a)
    return (void *)(long)
      write (low, "x", 1);
  return (void *)(long)
    write (high, "x", 1);
}

int main (void) {
  pthread_t t, u;
  low = fcntl (open ("/dev/null", O_WRONLY), F_DUPFD, 100);
  high = fcntl (low, F_DUPFD, 200);
  if (low < 0 || high < 0)
    return 1;
  pthread_create (&t, NULL, work, NULL);
  pthread_create (&u, NULL, work, &low);
  usleep (1000);
  close_range (100, 110, 0);
  closefrom (200);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
