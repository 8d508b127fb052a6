// Workers: the threads of a team beside the one that creates it.
//
// A worker is a thread that is created for its region and joined at the end, so
// that a region orders exactly what OpenMP orders.  A thread that has created
// many teams keeps its workers for further ones: programs with thousands of
// regions would have too many threads.  So does a program with threadprivate
// variables, which keep their values from region to region.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "openmp/workers.h"

enum { TEAMS_OF_NEW_THREADS = 32 };

typedef struct worker {
  pthread_t thread;
  pthread_barrier_t start, done; // of a worker that stays, with its creator
  ft_omp_team *team;             // NULL: it ends
  ft_omp_call *call;
  int number;
  bool stays, runs;
} worker;

typedef struct crew { // of one thread, for regions inside of as many others
  worker members[FT_OMP_MOST_MEMBERS];
  unsigned teams;
  struct crew *inner, *outer;
} crew;

// In programs with thread-local variables (src/instrument).
extern const char ft_omp_keeps_threads __attribute__ ((weak));

static _Thread_local crew *outermost, *mine;
static pthread_key_t key; // ends the workers of a thread that ends
static pthread_once_t key_made = PTHREAD_ONCE_INIT;

static void dismiss (void *argument) {
  crew *c = argument;
  if (c->inner)
    dismiss (c->inner);
  for (int i = 0; i < FT_OMP_MOST_MEMBERS; i++) {
    worker *w = c->members + i;
    if (!w->runs)
      continue;
    w->team = NULL;
    pthread_barrier_wait (&w->start);
    pthread_join (w->thread, NULL);
  }
  if (outermost == c)
    outermost = NULL;
  free (c);
}

static void make_key (void) {
  pthread_key_create (&key, dismiss);
}

// The main thread's workers end with the program, unless it ends in a region.
__attribute__ ((destructor)) static void dismiss_at_end (void) {
  if (outermost && !mine)
    dismiss (outermost);
}

static void *work (void *argument) {
  worker *w = argument;
  while (w->team) {
    ft_omp_member_run (w->team, w->number, w->call);
    if (!w->stays)
      return NULL;
    pthread_barrier_wait (&w->done);
    pthread_barrier_wait (&w->start);
  }
  return NULL;
}

static void create (worker *w) {
  if (!pthread_create (&w->thread, NULL, work, w))
    return;
  fprintf (stderr, "foretrace: OpenMP: no thread for member %d of a team\n",
           w->number);
  abort ();
}

static crew *new_crew (crew *outer) {
  crew *c = calloc (1, sizeof *c);
  c->outer = outer;
  if (outer) {
    outer->inner = c;
    return c;
  }
  pthread_once (&key_made, make_key);
  pthread_setspecific (key, c);
  return outermost = c;
}

void ft_omp_workers_open (void) {
  crew *next = mine ? mine->inner : outermost;
  mine = next ? next : new_crew (mine);
  mine->teams++;
}

void ft_omp_workers_close (void) {
  mine = mine->outer;
}

void ft_omp_worker_start (int number, ft_omp_team *team, ft_omp_call *call) {
  worker *w = mine->members + number;
  w->team = team, w->call = call, w->number = number;
  if (w->runs) {
    pthread_barrier_wait (&w->start);
    return;
  }
  if (mine->teams > TEAMS_OF_NEW_THREADS || &ft_omp_keeps_threads) {
    w->stays = w->runs = true;
    pthread_barrier_init (&w->start, NULL, 2);
    pthread_barrier_init (&w->done, NULL, 2);
  }
  create (w);
}

void ft_omp_worker_await (int number) {
  worker *w = mine->members + number;
  if (w->stays)
    pthread_barrier_wait (&w->done);
  else
    pthread_join (w->thread, NULL);
}
