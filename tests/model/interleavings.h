// All interleavings of a tiny recorded program, executed for real: the slow
// twin of everything that predicts races of programs.
//
// A thread is a function of what it has read, so the state of a run is what
// each thread did so far, with the values read, and what is in memory.  States
// that were seen are not entered again; from each of them every thread that
// can go on is run for one event, by a plan that leads there.  Whatever its
// next events are in any reachable state is thus known, and a race is a pair of
// conflicting ones in the same state: no search is trusted, no model needed.
//
// An event is an access of memory that several threads use after the first one
// was created, or of synchronisation.  Each costs one run of the program at
// most per state and thread, so this is for programs with some dozen events;
// one whose threads spin has no end.

#ifndef FT_MODEL_INTERLEAVINGS_H
#define FT_MODEL_INTERLEAVINGS_H

#include "tests/model/execution.h"

typedef struct ft_met { // two accesses that come next in the same state
  uint32_t lines[2];    // ascending
  ft_tick places[2];   // of the first state that was found
  size_t state;
  bool parked;   // the program was driven there, and stood before both
  char why[200]; // else: where it went another way
} ft_met;

typedef struct ft_interleavings {
  FT_STACK (ft_met) met; // by lines
  size_t runs, states;
  size_t strayed; // runs that left the way that they were to go
  bool whole;     // no state is left that was not entered
  bool deadlocks; // some run ended with all threads waiting
} ft_interleavings;

typedef struct ft_interleavings_limits {
  size_t runs;    // at most so many
  double seconds; // in all
} ft_interleavings_limits;

bool ft_interleavings_find (ft_interleavings *, const ft_tested *,
                            ft_interleavings_limits, ft_error *);
void ft_interleavings_release (ft_interleavings *);

#endif
