// RACE: 26 26
// EXIT: 5
// WHY: a stack overflow whose handler, on a stack of its own, ends the process
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static char stack[65536];
static int x;
static void handler (int signal) {
  (void)signal;
  _exit (5);
}
static __attribute__ ((noinline)) int descend (int n) {
  volatile char frame[65536];
  frame[0] = (char)n;
  return n < 0 ? 0 : descend (n + 1) + frame[0];
}
static void overflow (void) {
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaltstack (&own, 0);
  sigaction (SIGSEGV, &action, 0);
  descend (0);
}
static void *worker (void *a) {
  x = 1;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, worker, 0);
  pthread_create (&u, 0, worker, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  overflow ();
}
