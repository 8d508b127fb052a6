// What the litmus programs share: W(x), R(x) and so on are memory orders, given
// by their names without 'memory_order_'; threads run in the order of the list, with
// REVERSED from its end on.

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

#define ORDER_(name) memory_order_##name
#define ORDER(name) ORDER_ (name)

static int data; // what the threads hand over or protect

// Accesses of 'data' are on lines of their own with one of these.
#define WRITE_DATA() (data++)
#define READ_DATA() printf ("%d\n", data)

typedef void *body (void *);

static inline void run_threads (body *const *bodies, int n) {
  pthread_t threads[8];
#ifdef REVERSED
  for (int i = n; i--;)
#else
  for (int i = 0; i < n; i++)
#endif
    pthread_create (threads + i, 0, bodies[i], (void *)(long)i);
  for (int i = 0; i < n; i++)
    pthread_join (threads[i], 0);
}

#define RUN(...)                                                               \
  int main (void) {                                                            \
    body *const bodies[] = {__VA_ARGS__};                                      \
    run_threads (bodies, (int)(sizeof bodies / sizeof *bodies));               \
    return 0;                                                                  \
  }
