// RACE-FREE
// WHY: what belongs to a descriptor is at its number's index; nobody gets the number before it is closed

#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static int slots[64];
static sem_t ready[2], taken;
static int handed;

static void *work (void *a) {
  for (int i = 0; i < 2; i++) {
    int fd;
    sem_wait (a);
    fd = handed;
    sem_post (&taken);
    if (fd < 0 || fd >= 64)
      return a;
    slots[fd]++;
    close (fd);
  }
  return a;
}

int main (void) {
  pthread_t t[2];
  sem_init (&taken, 0, 0);
  for (int i = 0; i < 2; i++) {
    sem_init (&ready[i], 0, 0);
    pthread_create (&t[i], 0, work, &ready[i]);
  }
  for (int i = 0; i < 4; i++) {
    handed = open ("/dev/null", O_WRONLY);
    sem_post (&ready[i % 2]);
    sem_wait (&taken);
    usleep (2000);
  }
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
