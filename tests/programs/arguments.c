// RACE: 10 19
// ARGS: race now

#include <pthread.h>
#include <string.h>

int x;

void *work (void *a) {
  x = 1;
  return a;
}

int main (int count, char **words) {
  pthread_t t;
  if (count != 3 || strcmp (words[1], "race") != 0)
    return 1;
  pthread_create (&t, 0, work, 0);
  x = 2;
  pthread_join (t, 0);
}
