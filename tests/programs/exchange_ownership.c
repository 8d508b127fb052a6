// RACE-FREE
// WHY: a buffer belongs to whoever got it by the exchange

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

_Atomic (int *) mailbox;
int buffer;

void *work (void *a) {
  for (int i = 0; i < 3; i++) {
    int *mine;
    while (!(mine = atomic_exchange (&mailbox, 0)))
      sched_yield ();
    ++*mine;
    atomic_store (&mailbox, mine);
  }
  return a;
}

int main (void) {
  mailbox = &buffer;
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return buffer != 6;
}
