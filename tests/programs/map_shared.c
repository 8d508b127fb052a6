// RACE: 10 15
// WHY: memory from mmap

#include <pthread.h>
#include <sys/mman.h>

int *page;

void *one (void *a) {
  page[100] = 1;
  return a;
}

void *two (void *a) {
  page[100] = 2;
  return a;
}

int main (void) {
  page = mmap (0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
               0);
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  munmap (page, 4096);
}
