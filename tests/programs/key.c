// RACE-FREE

#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;

void *work (void *a) {
  int *mine = malloc (sizeof *mine);
  *mine = 1;
  pthread_setspecific (key, mine);
  ++*(int *)pthread_getspecific (key);
  return a;
}

int main (void) {
  pthread_key_create (&key, free);
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_key_delete (key);
}
