// WHY: a block is freed and another one made in one section; its pointer is
// written and read byte by byte

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned char kept[8];
int total;
static void put (void *p) {
  for (int i = 0; i < 8; i++)
    kept[i] = (unsigned char)((uintptr_t)p >> 8 * i);
}
static void *get (void) {
  uintptr_t v = 0;
  for (int i = 0; i < 8; i++)
    v |= (uintptr_t)kept[i] << 8 * i;
  return (void *)v;
}
static void *use (void *p) {
  (void)p;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&lock);
    total += *(int *)get ();
    pthread_mutex_unlock (&lock);
  }
  return 0;
}
static void *renew (void *p) {
  (void)p;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&lock);
    free (get ());
    int *n = malloc (64);
    *n = i;
    put (n);
    pthread_mutex_unlock (&lock);
  }
  return 0;
}
int main (void) {
  pthread_t a, b;
  int *n = malloc (64);
  *n = 4;
  put (n);
  pthread_create (&a, 0, use, 0);
  pthread_create (&b, 0, renew, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
