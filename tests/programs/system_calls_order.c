// RACE-FREE
// WHY: system calls that are made by their numbers order threads as the functions
// of the C library do

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <unistd.h>

int x, y, z, fd, semaphore, ends[2];

void handler (int signal) {
  z = signal;
}

void *first (void *a) {
  long id = 0;
  struct sembuf up = {0, 1, 0};
  x = 1;
  if (pwrite (fd, "a", 1, 0) != 1)
    return 0;
  y = 1;
  if (semop (semaphore, &up, 1))
    return 0;
  if (read (ends[0], &id, sizeof id) != sizeof id)
    return 0;
  z = 1;
  syscall (SYS_tgkill, getpid (), id, SIGUSR1);
  return a;
}

void *second (void *a) {
  char c;
  long id = gettid ();
  struct sembuf down = {0, -1, 0};
  while (syscall (SYS_pread64, fd, &c, 1, 0L) != 1)
    usleep (1000);
  x = 2;
  if (!syscall (SYS_semop, semaphore, &down, 1))
    y = 2;
  if (write (ends[1], &id, sizeof id) != sizeof id)
    return 0;
  usleep (50000);
  return a;
}

int main (void) {
  pthread_t t, u;
  fd = memfd_create ("bytes", 0);
  semaphore = semget (IPC_PRIVATE, 1, 0600);
  if (fd < 0 || semaphore < 0 || pipe (ends))
    return 1;
  signal (SIGUSR1, handler);
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return semctl (semaphore, 0, IPC_RMID) != 0;
}
