// RACE-FREE
// WHY: eight bytes of one word, each of a thread of its own

#include <pthread.h>

unsigned char bytes[8];

void *work (void *number) {
  for (int i = 0; i < 5; i++)
    bytes[(long)number]++;
  return 0;
}

int main (void) {
  pthread_t t, u, v, w;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, (void *)1);
  pthread_create (&v, 0, work, (void *)2);
  pthread_create (&w, 0, work, (void *)7);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  pthread_join (w, 0);
}
