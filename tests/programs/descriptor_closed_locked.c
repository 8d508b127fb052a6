// RACE-FREE
// WHY: a lock, a join, a condition order the close behind the last use

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int locked, joined, waited, done;

static void *work (void *a) {
  pthread_mutex_lock (&m);
  if (locked >= 0)
    (void)!write (locked, "x", 1);
  pthread_mutex_unlock (&m);
  (void)!write (joined, "x", 1);
  (void)!write (waited, "x", 1);
  pthread_mutex_lock (&m);
  done = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return a;
}

int main (void) {
  pthread_t t;
  locked = open ("/dev/null", O_WRONLY);
  joined = open ("/dev/null", O_WRONLY);
  waited = open ("/dev/null", O_WRONLY);
  pthread_create (&t, 0, work, 0);
  usleep (1000);
  pthread_mutex_lock (&m);
  close (locked);
  locked = -1;
  while (!done)
    pthread_cond_wait (&c, &m);
  pthread_mutex_unlock (&m);
  close (waited);
  pthread_join (t, 0);
  close (joined);
}
