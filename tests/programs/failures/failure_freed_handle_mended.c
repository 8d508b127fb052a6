// WHY: a block is freed and another one made in one section; an atomic handle
// has its distance from another block in units of 16 bytes

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *base;
static _Atomic int handle;
int total;
static void *use (void *p) {
  (void)p;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&lock);
    total += *(int *)(base + 16L * handle);
    pthread_mutex_unlock (&lock);
  }
  return 0;
}
static void *renew (void *p) {
  (void)p;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&lock);
    free (base + 16L * handle);
    int *n = malloc (64);
    *n = i;
    handle = (int)(((char *)n - base) / 16);
    pthread_mutex_unlock (&lock);
  }
  return 0;
}
int main (void) {
  pthread_t a, b;
  base = malloc (64);
  int *n = malloc (64);
  *n = 4;
  handle = (int)(((char *)n - base) / 16);
  pthread_create (&a, 0, use, 0);
  pthread_create (&b, 0, renew, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
