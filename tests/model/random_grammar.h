// Random grammars of traces, and traces that loop, for tests.

#ifndef FT_MODEL_RANDOM_GRAMMAR_H
#define FT_MODEL_RANDOM_GRAMMAR_H

#include "format/slp.h"
#include "trace/trace.h"

// A grammar that makes this trace: rules are put for random parts of it, at
// some or all of the places where they are, and neighbours that are equal
// become one item.  Terminals carry what the trace's events do, but for values
// of accesses.  Checked.
ft_slp ft_random_slp (uint64_t seed, const ft_trace *);

// A few random traces, some times each, in rounds, with locations that tell
// where in its body an event is.  NULL if they cannot be put in a row.
ft_trace *ft_loop_trace (uint64_t seed, unsigned rounds);

// Rounds of barriers, semaphores and conditions, each some times in a row, with
// accesses in between; from semaphores with a count and with posts to spare.
ft_trace *ft_wait_loop_trace (uint64_t seed, unsigned rounds);

#endif
