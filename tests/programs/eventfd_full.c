// RACE-FREE
// WHY: a counter at its most is a lock: a write waits for the other thread's read

#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int x, counter;

void *work (void *a) {
  uint64_t most = UINT64_MAX - 1;
  if (write (counter, &most, sizeof most) != sizeof most)
    return 0;
  x++;
  if (read (counter, &most, sizeof most) != sizeof most)
    return 0;
  return a;
}

int main (void) {
  pthread_t t, u;
  counter = eventfd (0, 0);
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
