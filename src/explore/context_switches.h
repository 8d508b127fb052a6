// Fewest switches: the schedule of a witness with stretches of one thread put
// together as far as the checker still accepts it, so that people have less to
// follow.  Greedy: a stretch moves before the one that parts it from the
// stretch of its thread before.  At most a hundred checks, each linear in the
// trace.  Checked in tests/unit/test_improve.c.

#ifndef FT_EXPLORE_CONTEXT_SWITCHES_H
#define FT_EXPLORE_CONTEXT_SWITCHES_H

#include "witness/witness.h"

// Switches between threads in the schedule.
size_t ft_context_switches_count (const ft_trace *, const ft_witness *);

// The witness is accepted by the checker, before and after.
void ft_context_switches_reduce (const ft_trace *, ft_witness *);

#endif
