// A run of random threads, which 'random_trace.c' drives.  Each action emits
// one event if the thread may do it now (and the options ask for it), and
// returns whether it did.

#ifndef FT_MODEL_RANDOM_RUN_H
#define FT_MODEL_RANDOM_RUN_H

#include "tests/model/random_trace.h"
#include "tests/model/rng.h"

typedef struct ft_random_run_variable {
  uint8_t bytes[8];
  bool live, accessed;
} ft_random_run_variable;

typedef struct ft_random_run_lock {
  ft_tid holder; // FT_NO_ID if nobody holds it exclusively
  unsigned readers;
} ft_random_run_lock;

typedef struct ft_random_run_section {
  ft_id lock;
  bool shared;
} ft_random_run_section;

typedef struct ft_random_run_thread {
  bool born, over;
  FT_STACK (ft_random_run_section) held; // one entry per acquire, reentrant ones too
  ft_id waits_on;                 // condition, or FT_NO_ID
  bool notified;                  // ... and may wake
  bool unnoticed;                 // nobody signalled since the wait began
  ft_id waits_lock, retakes;      // lock to take back after the wait
  bool at_barrier;
  unsigned arrival; // number of its last arrival
  ft_id locals;     // bit set of the locals that it has defined
} ft_random_run_thread;

typedef struct ft_random_run ft_random_run;

struct ft_random_run {
  ft_random_options options;
  ft_rng rng;
  ft_trace *trace;
  ft_random_run_thread *threads;
  ft_random_run_lock *locks;
  FT_STACK (ft_random_run_variable) variables;
  unsigned parties, arrivals, round_left; // of the only barrier
  unsigned count;                         // of the only semaphore
};

// Objects: the conditions are the first ones.
enum { FT_RUN_CONDITIONS = 2, FT_RUN_BARRIER = 2, FT_RUN_SEMAPHORE = 3 };
enum { FT_RUN_LOCALS = 3 }; // per thread

void ft_random_run_init (ft_random_run *, uint64_t seed, const ft_random_options *);
ft_trace *ft_random_run_release_all (ft_random_run *); // frees all but the trace

static inline bool ft_random_run_waits (const ft_random_run_thread *t) {
  return t->waits_on != FT_NO_ID || t->retakes != FT_NO_ID || t->at_barrier;
}

void ft_random_run_emit (ft_random_run *, ft_tid, enum ft_kind, ft_id target);

// random_sync.c
bool ft_random_run_acquire (ft_random_run *, ft_tid);
bool ft_random_run_release (ft_random_run *, ft_tid);
bool ft_random_run_wait (ft_random_run *, ft_tid);
bool ft_random_run_wake (ft_random_run *, ft_tid);
bool ft_random_run_retake (ft_random_run *, ft_tid);
bool ft_random_run_notify (ft_random_run *, ft_tid);
bool ft_random_run_arrive (ft_random_run *, ft_tid);
bool ft_random_run_leave_barrier (ft_random_run *, ft_tid);
bool ft_random_run_post (ft_random_run *, ft_tid);
bool ft_random_run_sem_wait (ft_random_run *, ft_tid);
bool ft_random_run_fork (ft_random_run *, ft_tid);
bool ft_random_run_join (ft_random_run *, ft_tid);
bool ft_random_run_end (ft_random_run *, ft_tid);

// random_data.c
bool ft_random_run_access (ft_random_run *, ft_tid);
bool ft_random_run_alloc (ft_random_run *, ft_tid);
bool ft_random_run_free (ft_random_run *, ft_tid);
bool ft_random_run_branch (ft_random_run *, ft_tid);
bool ft_random_run_local (ft_random_run *, ft_tid);
bool ft_random_run_fence (ft_random_run *, ft_tid);

#endif
