// WHY: a block is freed and another one made in one section; its pointer is
// kept inverted

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile uintptr_t kept;
int total;
static void *use (void *p) {
  (void)p;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&lock);
    total += *(int *)~kept;
    pthread_mutex_unlock (&lock);
  }
  return 0;
}
static void *renew (void *p) {
  (void)p;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&lock);
    free ((void *)~kept);
    int *n = malloc (64);
    *n = i;
    kept = ~(uintptr_t)n;
    pthread_mutex_unlock (&lock);
  }
  return 0;
}
int main (void) {
  pthread_t a, b;
  int *n = malloc (64);
  *n = 4;
  kept = ~(uintptr_t)n;
  pthread_create (&a, 0, use, 0);
  pthread_create (&b, 0, renew, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
