// RACE-FREE
// WHY: a thread has ended only after its destructors have

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
  for (int i = 0; i < 3; i++) {
    pthread_t t;
    pthread_create (&t, 0, work, 0);
    pthread_join (t, 0);
    ended++;
  }
  return ended != 6;
}
