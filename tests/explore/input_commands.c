// RACE input: 14 32
// SYMBOLIC: stdin
// STDIN: sss
// WHY: a state machine that three commands lead to the race.

#include <pthread.h>
#include <unistd.h>

char commands[3];
int state, y;

void *work (void *a) {
  if (state == 3)
    y = 1;
  return a;
}

int main (void) {
  pthread_t t;
  if (read (0, commands, 3) != 3)
    return 0;
  for (int i = 0; i < 3; i++)
    if (state == 0 && commands[i] == 'o')
      state = 1;
    else if (state == 1 && commands[i] == 'w')
      state = 2;
    else if (state == 2 && commands[i] == 'c')
      state = 3;
    else
      state = 0;
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
