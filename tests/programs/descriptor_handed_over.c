// RACE-FREE
// WHY: a thread opens descriptors and hands them over by a queue; who takes one closes it

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int queue[8], size;

static void *work (void *a) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&m);
    while (!size)
      pthread_cond_wait (&c, &m);
    int fd = queue[--size];
    pthread_mutex_unlock (&m);
    (void)!write (fd, "x", 1);
    close (fd);
  }
  return a;
}

int main (void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, work, 0);
  for (int i = 0; i < 6; i++) {
    int fd = open ("/dev/null", O_WRONLY);
    (void)!write (fd, "y", 1);
    pthread_mutex_lock (&m);
    queue[size++] = fd;
    pthread_cond_signal (&c);
    pthread_mutex_unlock (&m);
    usleep (300);
  }
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
}
