// RACE-FREE
// WHY: every thread has an errno of its own

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

void *work (void *number) {
  for (int i = 0; i < 3; i++) {
    errno = (int)(long)number;
    if (close (-1) == 0 || errno != EBADF)
      return (void *)1;
  }
  return 0;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, (void *)1);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
