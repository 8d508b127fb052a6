// RACE-FREE
// WHY: pages that are unmapped come back at the same address

#include <pthread.h>
#include <sys/mman.h>

void *work (void *a) {
  for (int i = 0; i < 4; i++) {
    int *page = mmap (0, 8192, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page[0] = i;
    page[2000] = page[0];
    munmap (page, 8192);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
