// RACE: 42 42
// WHY: a malloc of the program, whose lock the scheduler knows wherever it is
// called from: pthread_create and strdup allocate, too
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
static char pool[1 << 22];
static size_t used;
static int inside;
static long x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *take (size_t n) {
  pthread_mutex_lock (&lock);
  if (inside++)
    abort ();
  size_t at = used;
  used += (n + 31) & ~(size_t)15;
  inside--;
  pthread_mutex_unlock (&lock);
  memcpy (pool + at, &n, sizeof n);
  return pool + at + 16;
}
void *malloc (size_t n) {
  return take (n);
}
void free (void *p) {
  if (p && ((char *)p < pool || (char *)p >= pool + sizeof pool))
    abort ();
}
void *calloc (size_t count, size_t size) {
  return memset (take (count * size), 0, count * size);
}
void *realloc (void *old, size_t n) {
  size_t before = 0;
  if (old)
    memcpy (&before, (char *)old - 16, sizeof before);
  void *p = take (n);
  return before ? memcpy (p, old, before < n ? before : n) : p;
}
static void *worker (void *a) {
  x = 1;
  free (strdup ("worker"));
  for (int i = 0; i < 20; i++) {
    char *volatile p = malloc (8);
    p[0] = 1;
    free (p);
  }
  return a;
}
int main (void) {
  pthread_t t[6];
  for (int i = 0; i < 6; i++)
    pthread_create (&t[i], 0, worker, 0);
  for (int i = 0; i < 6; i++)
    pthread_join (t[i], 0);
}
