// RACE: 9 9
// WHY: more thread-local storage than a small stack has room for
#include <pthread.h>
#include <string.h>
static __thread char storage[1 << 20];
static int x;
static void *add (void *a) {
  memset (storage, 1, sizeof storage);
  x += storage[sizeof storage - 1];
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, add, NULL);
  add (NULL);
  pthread_join (t, NULL);
  return 0;
}
