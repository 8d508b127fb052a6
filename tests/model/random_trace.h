// Random well-formed traces for tests.  A trace is made by running threads
// that choose their actions at random, so that it is well formed because it
// happened.  The same seed and options give the same trace everywhere.

#ifndef FT_MODEL_RANDOM_TRACE_H
#define FT_MODEL_RANDOM_TRACE_H

#include <stdio.h>

#include "trace/trace.h"

typedef struct ft_random_options {
  unsigned events, threads, locks, variables;
  unsigned depth;  // locks held at once by a thread
  unsigned values; // 0: no values, else written values are below this; a
                   // variable holds 0 at first
  unsigned acquire, release, read; // percent
  unsigned unknown; // percent of accesses whose value was not recorded
  bool forks;       // thread 0 starts the others, now and then in the middle
  bool joins;       // ... and joins them when they are over (with 'forks')
  bool reentrant;
  bool open_sections; // leave sections open at the end
  bool unnested;      // give locks back in any order
  bool rwlocks, try_failed, conditions, barriers, semaphores, atomics;
  bool orders;       // memory orders of all kinds (with 'atomics')
  bool odd_barriers; // barriers whose parties the trace does not show; such a
                     // trace need not be well formed in the strict sense
  bool branches;     // record branches
  bool locals;       // record dependence through locals (with 'branches')
  bool sizes;        // accesses to parts of a variable
  bool halves;       // to one half of it or the other, never to both
  bool allocs;       // variables that are allocated and freed
} ft_random_options;

#define FT_RANDOM_DEFAULTS                                                     \
  ((ft_random_options){.events = 20,                                           \
                       .threads = 3,                                           \
                       .locks = 2,                                             \
                       .variables = 2,                                         \
                       .depth = 2,                                             \
                       .acquire = 25,                                          \
                       .release = 35,                                          \
                       .read = 50})

// About 'events' events: a few more where sections are closed at the end.
ft_trace *ft_random_trace (uint64_t seed, const ft_random_options *);

// Options drawn at random: sizes near those given, every feature on or off.
ft_random_options ft_random_features (uint64_t seed, ft_random_options);

// Nested locks taken in ascending order, accesses anywhere, and few variables
// that are mostly used as acquire, read, write, release: many critical
// sections that must be ordered, with orders that conflict now and then.
// Uses events, threads, locks, variables, depth, acquire, release and read.
ft_trace *ft_hard_trace (uint64_t seed, const ft_random_options *);

// Locks nested in any order, mostly one thread at a time, and accesses: many
// sets of acquires that could wait for each other.  Uses events, threads,
// locks, variables, depth, acquire, release, read, open_sections and rwlocks.
ft_trace *ft_lock_trace (uint64_t seed, const ft_random_options *);

// The family of Figure 9 of the Vindicator paper: 'sections' long sections,
// each of a thread of its own, on 'locks' locks, with random orders between
// points inside of them, and a race that needs the sections of each lock to
// be put in an order.  The orders between sections are forced pairwise, so
// that closure alone often cannot decide.  The last event races, or does
// not, with the only other access of its variable, 'ft_figure9_pair'.
ft_trace *ft_figure9_trace (uint64_t seed, unsigned sections, unsigned locks);
void ft_figure9_pair (const ft_trace *, ft_id pair[2]);

// One line per event, with all that it records.
void ft_print_trace (FILE *, const ft_trace *);

// The model's own events, for generators and hand-written tests: 'e' gets
// its location, and the names of its ids ("T0", "x0", "l0", "c0", ...) are
// added up to them.
void ft_model_push (ft_trace *, ft_event e);
// The same of these fields; an atomic access has the value 1.
void ft_model_push_access (ft_trace *, ft_tid, enum ft_kind, ft_id target,
                           enum ft_memory_order);
void ft_model_add_names (ft_trace *, const ft_event *); // thread, object and target
ft_id ft_model_detail (ft_trace *, ft_detail); // appends; index for 'detail'

#endif
