// Context switches: the schedule of a witness is rearranged to have fewer
// switches between threads, as far as the checker accepts it, so that people
// have less to follow.
//
// A block is a maximal sequence of events of one thread in the schedule.
// Greedy: a block moves before the block that separates it from the previous
// block of its thread.  Cost: at most a hundred checks, each linear in the
// trace.  Tested in tests/unit/test_improve.c.

#ifndef FT_EXPLORE_CONTEXT_SWITCHES_H
#define FT_EXPLORE_CONTEXT_SWITCHES_H

#include "witness/witness.h"

// The number of switches between threads in the schedule.
size_t ft_context_switches_count (const ft_trace *, const ft_witness *);

// Reduces the switches of a witness that the checker accepts; the checker
// accepts the result.
void ft_context_switches_reduce (const ft_trace *, ft_witness *);

#endif
