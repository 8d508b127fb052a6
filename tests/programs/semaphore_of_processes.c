// RACE-FREE
// WHY: the unit that the thread takes was posted by another process, which was woken by the thread that wrote

#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static sem_t *units;
static int x;

static void *take (void *a) {
  sem_wait (units + 1);
  x++;
  return a;
}

int main (void) {
  pthread_t t;
  units = mmap (NULL, 2 * sizeof *units, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  sem_init (units, 1, 0);
  sem_init (units + 1, 1, 0);
  if (!fork ()) {
    sem_wait (units);
    sem_post (units + 1);
    _exit (0);
  }
  pthread_create (&t, NULL, take, NULL);
  x = 5;
  sem_post (units);
  pthread_join (t, NULL);
  wait (NULL);
  return x != 6;
}
