// RACE-FREE
// WHY: a program that uses up its address space runs on; its recording stops

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { LOCKS = 20000 };

pthread_mutex_t l[LOCKS];
int x;

void *work (void *a) {
  for (int i = 0; i < LOCKS; i++) {
    pthread_mutex_lock (&l[i]);
    x++;
    pthread_mutex_unlock (&l[i]);
  }
  return a;
}

int main (void) {
  pthread_t t;
  struct rlimit limit = {4096, RLIM_INFINITY};
  pthread_create (&t, 0, work, 0);
  pthread_join (t, 0);
  pthread_create (&t, 0, work, 0);
  setrlimit (RLIMIT_AS, &limit);
  pthread_join (t, 0);
  return x != 2 * LOCKS;
}
