// RACE-FREE
// WHY: two threads take contexts from a queue with a lock, so that each goes on in either thread; its variables are on a stack of malloc

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <ucontext.h>

enum { FIBRES = 2, STEPS = 2, STACK = 65536 };

typedef struct fibre {
  ucontext_t context;
  ucontext_t *scheduler; // of the thread that runs it
  struct fibre *next;
  int sum, done;
} fibre;

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
fibre *first, *last, fibres[FIBRES];
int ended;

void put (fibre *f) {
  pthread_mutex_lock (&lock);
  f->next = NULL;
  if (first)
    last->next = f;
  else
    first = f;
  last = f;
  pthread_mutex_unlock (&lock);
}

fibre *take (void) {
  pthread_mutex_lock (&lock);
  fibre *f = first;
  if (f)
    first = f->next;
  pthread_mutex_unlock (&lock);
  return f;
}

void add (int *sum, int n) {
  *sum += n;
}

void work (unsigned number) {
  fibre *f = fibres + number;
  int sum = 0;
  for (int i = 1; i <= STEPS; i++) {
    add (&sum, i);
    swapcontext (&f->context, f->scheduler);
  }
  f->sum = sum;
  f->done = 1;
  setcontext (f->scheduler);
}

void *run (void *a) {
  ucontext_t here;
  for (;;) {
    fibre *f = take ();
    if (f) {
      f->scheduler = &here;
      swapcontext (&here, &f->context);
      if (!f->done) {
        put (f);
        continue;
      }
    }
    pthread_mutex_lock (&lock);
    ended += f != NULL;
    int all = ended == FIBRES;
    pthread_mutex_unlock (&lock);
    if (all)
      return a;
    if (!f)
      sched_yield ();
  }
}

int main (void) {
  pthread_t t;
  for (unsigned i = 0; i < FIBRES; i++) {
    getcontext (&fibres[i].context);
    fibres[i].context.uc_stack.ss_sp = malloc (STACK);
    fibres[i].context.uc_stack.ss_size = STACK;
    makecontext (&fibres[i].context, (void (*) (void))work, 1, i);
    put (fibres + i);
  }
  pthread_create (&t, 0, run, 0);
  run (0);
  pthread_join (t, 0);
  return fibres[0].sum + fibres[1].sum != 6;
}
