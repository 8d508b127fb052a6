// RACE-FREE
// WHY: another process comes to the second barrier after the first one, at which it met the thread that wrote

#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_barrier_t *barriers;
static int x;

static void *meet (void *a) {
  pthread_barrier_wait (barriers + 1);
  x++;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_barrierattr_t shared;
  barriers = mmap (NULL, 2 * sizeof *barriers, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_barrierattr_init (&shared);
  pthread_barrierattr_setpshared (&shared, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init (barriers, &shared, 2);
  pthread_barrier_init (barriers + 1, &shared, 2);
  if (!fork ()) {
    pthread_barrier_wait (barriers);
    pthread_barrier_wait (barriers + 1);
    _exit (0);
  }
  pthread_create (&t, NULL, meet, NULL);
  x = 5;
  pthread_barrier_wait (barriers);
  pthread_join (t, NULL);
  wait (NULL);
  return x != 6;
}
