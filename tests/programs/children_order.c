// RACE-FREE
// WHY: a child of vfork is found only where it was made; a child may see a write to
// shared memory and show it to another thread

#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int x, y, ends[2];
_Atomic int *shared;

void *first (void *a) {
  x = 1;
  atomic_store_explicit (shared, 1, memory_order_relaxed);
  y = 1;
  if (!vfork ())
    _exit (0);
  return a;
}

void *second (void *a) {
  char c;
  siginfo_t found;
  if (read (ends[0], &c, 1) != 1)
    return 0;
  x = 2;
  while (waitid (P_ALL, 0, &found, WEXITED) < 0)
    usleep (1000);
  y = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  shared = mmap (0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (pipe (ends))
    return 1;
  pid_t child = fork ();
  if (!child) {
    for (int i = 0; i < 20000 && !atomic_load (shared); i++) // also without a parent
      usleep (500);
    _exit (write (ends[1], "a", 1) != 1);
  }
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
