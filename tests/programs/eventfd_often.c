// RACE: 17 26
// WHY: a counter has room however often it was written to, so a write does not wait
// for the other thread's read

#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int x, counter;

void *counts (void *a) {
  uint64_t one = 1;
  for (int i = 0; i < 20; i++)
    if (write (counter, &one, sizeof one) != sizeof one)
      return 0;
  x = 1;
  return a;
}

// Runs first.
void *takes (void *a) {
  uint64_t n;
  if (read (counter, &n, sizeof n) != sizeof n)
    return 0;
  x = 2;
  if (read (counter, &n, sizeof n) != sizeof n)
    return 0;
  return a;
}

int main (void) {
  pthread_t t, u;
  counter = eventfd (2, EFD_SEMAPHORE);
  pthread_create (&u, 0, takes, 0);
  pthread_create (&t, 0, counts, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
