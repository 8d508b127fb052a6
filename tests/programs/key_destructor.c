// RACE: 9 9

#include <pthread.h>

pthread_key_t key;
int ended;

void destroy (void *a) {
  ended++;
  (void)a;
}

void *work (void *a) {
  pthread_setspecific (key, &key);
  return a;
}

int main (void) {
  pthread_key_create (&key, destroy);
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
