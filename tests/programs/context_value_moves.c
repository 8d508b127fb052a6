// RACE-FREE
// WHY: a fibre has read 0 on one thread and looks at it on another, where it reads what may change; the values of one thread's reads are not those of the other

#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

enum { STACK = 65536 };

ucontext_t fibre, begin, rest;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int input, other, never, seen;

int get (int *from) {
  pthread_mutex_lock (&lock);
  int value = *from;
  pthread_mutex_unlock (&lock);
  return value;
}

void work (void) {
  int first = get (&input), second = get (&input), third = get (&input);
  swapcontext (&fibre, &begin);
  for (int i = 0; i < 3; i++)
    seen += get (&other);
  if (first > 3 || second > 3 || third > 3)
    never = 1;
  setcontext (&rest);
}

void *finish (void *a) {
  swapcontext (&rest, &fibre);
  return a;
}

void *change (void *a) {
  pthread_mutex_lock (&lock);
  other = 10;
  pthread_mutex_unlock (&lock);
  never = 2;
  return a;
}

void *write_zero (void *a) {
  pthread_mutex_lock (&lock);
  input = 0;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u, v;
  getcontext (&fibre);
  fibre.uc_stack.ss_sp = malloc (STACK);
  fibre.uc_stack.ss_size = STACK;
  makecontext (&fibre, work, 0);
  pthread_create (&v, 0, write_zero, 0);
  swapcontext (&begin, &fibre);
  pthread_create (&t, 0, finish, 0);
  pthread_create (&u, 0, change, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  return never != 2;
}
