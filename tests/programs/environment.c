// RACE-FREE
// WHY: many readers of what the process was started with

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

void *work (void *a) {
  time_t now = 86400;
  struct tm day;
  gmtime_r (&now, &day);
  return day.tm_year == 70 && !getenv ("NO_SUCH_NAME_HERE") ? a : (void *)1;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
