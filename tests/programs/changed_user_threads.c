// RACE: 17 31
// WHY: as another user more threads run at a time than have buffers by then; without the right to
// become another user the program does the same

#include <limits.h>
#include <pthread.h>
#include <unistd.h>

enum { THREADS = 300 };

static pthread_barrier_t all;
static int last;

static void *work (void *a) {
  pthread_barrier_wait (&all); // each thread has a buffer that nobody else can take
  if (a)
    last = 1;
  return NULL;
}

int main (void) {
  pthread_t t[THREADS];
  pthread_attr_t small;
  (void)!setuid (65534);
  pthread_barrier_init (&all, NULL, THREADS);
  pthread_attr_init (&small);
  pthread_attr_setstacksize (&small, PTHREAD_STACK_MIN + 65536);
  for (long i = 0; i < THREADS; i++)
    pthread_create (t + i, &small, work, i == THREADS - 1 ? &last : NULL);
  usleep (1000);
  last = 2;
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], NULL);
}
