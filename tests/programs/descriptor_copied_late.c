// RACE: 9 18
// WHY: a descriptor is copied while another thread may have closed it

#include <pthread.h>
#include <unistd.h>
int ends[2];

static void *work (void *a) {
  int copy = dup (ends[0]);
  return copy < 0 ? 0 : a;
}

int main (void) {
  pthread_t t;
  if (pipe (ends) || pthread_create (&t, 0, work, 0)) return 1;
  usleep (1000);

  close (ends[0]);
  pthread_join (t, 0);
}
