// RACE-FREE
// WHY: threads open and close descriptors of their own, whose numbers the other ones had before

#include <fcntl.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void *work (void *a) {
  for (int i = 0; i < 4; i++) {
    int ends[2], n = eventfd (1, 0);
    eventfd_t count;
    if (pipe (ends))
      return 0;
    (void)!write (ends[1], "x", 1);
    usleep (100);
    close (ends[1]);
    (void)!read (ends[0], &(char){0}, 1);
    eventfd_read (n, &count);
    close (n);
    close (ends[0]);
    usleep (100);
  }
  return a;
}

int main (void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&t[i], 0, work, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
}
