// RACE: 11 15
// WEAK: 14 23

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int *instance;
int object;

int *get (void) {
  if (!instance) {
    pthread_mutex_lock (&l);
    if (!instance) {
      object = 42;
      instance = &object;
    }
    pthread_mutex_unlock (&l);
  }
  return &object;
}

void *work (void *a) {
  return *get () == 42 ? a : (void *)1;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
