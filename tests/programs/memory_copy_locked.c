// RACE-FREE

#include <pthread.h>
#include <string.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
char buffer[64], copy[64];

void *one (void *a) {
  pthread_mutex_lock (&l);
  memcpy (copy, buffer, sizeof copy);
  memmove (buffer + 1, buffer, 32);
  pthread_mutex_unlock (&l);
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&l);
  memset (buffer, 1, sizeof buffer);
  pthread_mutex_unlock (&l);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
