// The states that executions of a program went through, as a graph: which
// thread went on from where, and what each does next.
//
// A thread is a function of what it has read, so a state is what each thread
// did so far, with the values read, and what is in memory; what a thread does
// next depends on its own past alone.  See 'interleavings.h'.

#ifndef FT_MODEL_STATE_GRAPH_H
#define FT_MODEL_STATE_GRAPH_H

#include "base/hash.h"
#include "tests/model/execution.h"

typedef struct ft_state {
  size_t run, steps; // the first 'steps' of the run lead here
  size_t threads;    // index of the first one in 'threads'
} ft_state;

enum ft_edge { FT_EDGE_UNKNOWN, FT_EDGE_SEEN, FT_EDGE_TRIED };

typedef struct ft_state_thread {
  uint64_t history; // of what it did
  uint64_t held;    // set of the locks that it holds, as far as known
  bool exists;
  uint8_t edge; // enum ft_edge: whether it was run from here,
  size_t run, step; // and if seen, what it did: a step of the run's way
} ft_state_thread;

// What a thread does next: deeds of one record.
typedef struct ft_state_step {
  ft_tick place;
  size_t run, first, count; // deeds of the run
} ft_state_step;

typedef FT_STACK (ft_state_step) ft_state_steps;

typedef struct ft_state_graph {
  FT_STACK (ft_execution) runs;   // owned
  FT_STACK (ft_state_steps) ways; // by run
  ft_map users;                   // granule: the one thread that uses it, or
                                  // that there are several
  ft_map written;                 // the set of granules that are written
  bool grown;                     // more is shared than the states know
  ft_map state_of;                // from its hash
  FT_STACK (ft_state) states;
  FT_STACK (ft_state_thread) threads; // 'width' per state
  size_t width;
  ft_map next_of; // hash of thread and history: 0 when it is over, or 1 + step
  ft_state_steps next;
  FT_STACK (uint64_t) locks; // addresses; the first 64 can be in 'held'
} ft_state_graph;

void ft_state_graph_release (ft_state_graph *); // (ft_state_graph){0} is empty

// Takes the run over.  States may get other numbers, when it shows that more
// memory is shared than was known.
void ft_state_graph_add (ft_state_graph *, ft_execution);

// What the thread does next; NULL: it is not known, or there is nothing.
const ft_state_step *ft_state_next (ft_state_graph *, size_t state,
                                    size_t thread);

// What it does next from just this state: whether a compare-and-swap is made
// depends on what is in memory.
const ft_state_step *ft_state_here (ft_state_graph *, size_t state,
                                    size_t thread);

const ft_deed *ft_state_deed (const ft_state_graph *, const ft_state_step *,
                              size_t i);

// Whether the step is possible for all that is known: its lock is free, the
// thread that it joins has ended.
bool ft_state_can_go (ft_state_graph *, size_t state, const ft_state_step *);

ft_state_thread *ft_state_thread_at (ft_state_graph *, size_t state,
                                     size_t thread);

#endif
