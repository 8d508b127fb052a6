// RACE: 17 54
// RACE: 23 54
// RACE: 31 54
// RACE: 39 54
// EXIT: 3
// WHY: threads that loop, wait or create threads for ever do not keep the process

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

int by_loop, by_wait, by_pause, by_chain, rounds;
pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
sem_t never;

void *loops (void *a) {
  by_loop = 1;
  for (;;)
    __atomic_fetch_add (&rounds, 1, __ATOMIC_SEQ_CST);
}

void *waits (void *a) {
  by_wait = 1;
  pthread_mutex_lock (&held);
  sem_wait (&never);
  return a;
}

// A call that blocks in the kernel.
void *pauses (void *a) {
  by_pause = 1;
  pause ();
  return a;
}

void *chains (void *first) {
  pthread_t next;
  if (first)
    by_chain = 1;
  pthread_create (&next, 0, chains, 0);
  return 0;
}

int main (void) {
  pthread_t t;
  sem_init (&never, 0, 0);
  pthread_mutex_lock (&held);
  pthread_create (&t, 0, loops, 0);
  pthread_create (&t, 0, waits, 0);
  pthread_create (&t, 0, pauses, 0);
  pthread_create (&t, 0, chains, &never);

  // One line for all.
  by_loop = by_wait = by_pause = by_chain = 2;
  return 3;
}
