// RACE both: 31 66
// SYMBOLIC: stdin
// STDIN: abcdefghijkl
// WHY: three steps in a row, each by another byte, among branches that both ways lead on.

#include <pthread.h>
#include <string.h>
#include <unistd.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char text[16];
int mode, data, sum, noise;

__attribute__ ((noinline)) int look (void) {
  pthread_mutex_lock (&m);
  int now = mode;
  pthread_mutex_unlock (&m);
  return now;
}

__attribute__ ((noinline)) void count (void) {
  for (int i = 4; i < 12; i++)
    if (text[i] == 'A' + i)
      sum++;
    else if (text[i] == '0' + i)
      sum += 2;
}

void *setter (void *a) {

  data = 1;
  pthread_mutex_lock (&m);
  mode = 1;
  pthread_mutex_unlock (&m);
  count ();
  return a;
}

__attribute__ ((noinline)) int step (int at) {
  if (text[at + 4] == 'z')
    noise++;
  if (!look () && text[at] != 'p' + at)
    return 0;
  getuid ();
  if (text[at + 5] > 'y')
    noise += 2;
  return 1;
}

void *user (void *a) {
  for (int i = 0; i < 3; i++) {
    if (!step (i))
      return a;
    switch (text[7]) {
    case '1':
      noise++;
      break;
    case '2':
      noise--;
      break;
    }
  }
  if (text[10] == 'w')
    noise++;

  data = 2;
  return a;
}

int main (void) {
  pthread_t t[2];
  if (read (0, text, sizeof text) <= 0)
    return 1;
  pthread_create (t, 0, setter, 0);
  pthread_create (t + 1, 0, user, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
