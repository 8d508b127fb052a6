// RACE-FREE
// WHY: a lock of assembly in the style of old kernels: an input that is written
#include <pthread.h>
#include <sched.h>
static int lock, x;
static int try_lock (void) {
  int old = 1;
  asm volatile ("xchgl %0, %1" : "=r"(old) : "m"(lock), "0"(old) : "memory");
  return !old;
}
static void unlock (void) {
  asm volatile ("movl $0, %0" : "=m"(lock) : : "memory");
}
static void *worker (void *a) {
  for (int i = 0; i < 3; i++) {
    while (!try_lock ())
      sched_yield ();
    x++;
    unlock ();
  }
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, worker, 0);
  pthread_create (&u, 0, worker, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
