// RACE: 20 9
// WHY: pthread_key_create writes the key, and nothing orders that before its use

#include <pthread.h>

pthread_key_t key;

void *work (void *a) {
  pthread_setspecific (key, 0);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_attr_t attributes;
  size_t size;
  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, 1 << 18);
  pthread_create (&t, &attributes, work, 0);
  pthread_key_create (&key, 0);
  pthread_join (t, 0);
  pthread_attr_getstacksize (&attributes, &size);
  return pthread_attr_destroy (&attributes) || size != 1 << 18;
}
