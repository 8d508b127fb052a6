// RACE-FREE
// WHY: the race is in the second process, which has a recording of its own

#include <pthread.h>
#include <unistd.h>

int x;

void *work (void *a) {
  x = 1;
  return a;
}

int main (int count, char **words) {
  pthread_t t;
  if (count == 1) {
    execl ("/proc/self/exe", words[0], "again", (char *)0);
    return 1;
  }
  pthread_create (&t, 0, work, 0);
  x = 2;
  pthread_join (t, 0);
}
