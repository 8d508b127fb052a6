// CONSEQUENCE: crash
// The page is gone before the other thread writes to it: the access faults and has no record.
#include <pthread.h>
#include <sys/mman.h>

static int *shared;

static void *use (void *unused) {
  shared[3] = 1;
  return unused;
}

static void *drop (void *unused) {
  munmap (shared, 4096);
  return unused;
}

int main (void) {
  pthread_t t, u;
  shared = mmap (NULL, 4096, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create (&t, NULL, use, NULL);
  pthread_create (&u, NULL, drop, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
