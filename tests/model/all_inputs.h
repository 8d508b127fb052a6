// The slow twin of 'explore/concolic.h': a trace is executed as a program, with
// every input of a small domain.
//
// What an event does is what its operator says; one without, or whose operator
// has no result in the run itself, gives what it gave there.  Branches do not
// lead anywhere: all events happen, whatever the input.

#ifndef FT_MODEL_ALL_INPUTS_H
#define FT_MODEL_ALL_INPUTS_H

#include "base/strbuf.h"
#include "trace/trace.h"

// Traces with an input of two bytes, at 0 and 1 of one source, that computes on
// them; values are those of a run.
ft_trace *ft_random_input (uint64_t seed);

typedef struct ft_all_inputs {
  ft_strbuf why; // the first difference, in words
  // Added up over traces: branches that depend on input, and what came of them.
  size_t branches, turned, loose, undefined, impossible, unknown;
  size_t changed; // bytes, in all that were turned
  size_t blamed;  // branches, for what is impossible
  size_t collisions, collided; // that were asked for, that an input was found for
} ft_all_inputs;

void ft_all_inputs_release (ft_all_inputs *);

// Whether turning some branch, or having two pointers collide, has another answer
// than trying all inputs; fit
// for 'ft_shrink_trace'.  Values of the trace are made those of a run first.
bool ft_inputs_differ (const ft_trace *, void *all_inputs);

#endif
