// RACE: 14 29
// WHY: a descriptor is closed and its number used again while another thread may still write to it

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

int old, new;

static void *writer (void *a) {
  // The number may be another file's by now.


  (void)!write (old, "x", 1);
  return a;
}

static void again (void) {
  new = open ("/dev/null", O_WRONLY);
  if (new >= 0)
    close (new);
}

int main (void) {
  pthread_t t;
  old = open ("/dev/null", O_WRONLY);
  pthread_create (&t, 0, writer, 0);
  usleep (1000);
  close (old);
  again ();
  pthread_join (t, 0);
}
