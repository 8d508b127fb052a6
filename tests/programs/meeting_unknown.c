// RACE-FREE
// TINY
// WHY: the side puts another unknown address into the local variable that the
// run reads its own from where the sides meet

#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready, index;
static pthread_key_t key;
static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}
static void *use (void *a) {
  pthread_setspecific (key, &data);
  int *box[3] = {0};
  int k = index;
  box[k & 1] = pthread_getspecific (key);
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen)
    box[k & 1] = malloc (4);
  int *to = box[k & 1];
  *to = 2;
  return box[2];
}
int main (void) {
  pthread_t t, u;
  pthread_key_create (&key, 0);
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
