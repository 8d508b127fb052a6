// RACE both: 33 48
// SYMBOLIC: stdin
// STDIN: 0000000000
// WHY: before the mode is set the user gets to its write only with two bytes of
// WHY: input, one after the other; else it waits for the setter first, so that
// WHY: all runs have both accesses, and none a reason to change just these.

#include <pthread.h>
#include <unistd.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char text[16];
int mode, data, sum;

__attribute__ ((noinline)) int look (void) {
  pthread_mutex_lock (&m);
  int now = mode;
  pthread_mutex_unlock (&m);
  return now;
}

// Many branches on input that lead to nothing.
__attribute__ ((noinline)) void count (void) {
  for (int i = 2; i < 10; i++)
    if (text[i] == 'a' + i)
      sum++;
    else if (text[i] == 'A' + i)
      sum += 2;
}

// The mode is 40 for all that see it set: then any digit will do.
void *setter (void *a) {
  data = 1;
  pthread_mutex_lock (&m);
  mode = 40;
  pthread_mutex_unlock (&m);
  count ();
  return a;
}

__attribute__ ((noinline)) int use (void) {
  if (look () + text[0] <= 'U')
    return 0;
  getuid (); // what is behind a call of the kernel is in no prediction
  if (look () + text[1] <= 'V')
    return 0;
  getuid ();
  data = 2;
  return 1;
}

pthread_t t[2];

void *user (void *a) {
  if (!use ()) {
    pthread_join (t[0], 0);
    use ();
  }
  return a;
}

int main (void) {
  if (read (0, text, sizeof text) <= 0)
    return 1;
  pthread_create (t, 0, setter, 0);
  pthread_create (t + 1, 0, user, 0);
  pthread_join (t[1], 0);
  return 0;
}
