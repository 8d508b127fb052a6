// RACE input: 24 33
// SYMBOLIC: stdin
// STDIN: 00...........
// WHY: the runs that show one access do not show the other, and many branches
// WHY: ask about bytes of no matter.

#include <pthread.h>
#include <unistd.h>

char text[16];
int data, sum[2];

__attribute__ ((noinline)) void count (int who) {
  for (int i = 2 + who; i < 13; i += 2)
    if (text[i] == 'a' + i)
      sum[who]++;
    else if (text[i] == 'A' + i)
      sum[who] += 2;
}

void *first (void *a) {
  if (text[0] == '1') {
    getuid (); // what is behind a call of the kernel is in no prediction
    data = 1;
  }
  count (0);
  return a;
}

void *second (void *a) {
  if (text[0] + text[1] == '0' + '2') {
    getuid ();
    data = 2;
  }
  count (1);
  return a;
}

int main (void) {
  pthread_t t[2];
  if (read (0, text, sizeof text) <= 0)
    return 1;
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
