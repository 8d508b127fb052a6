// Witnesses of races as C11 defines them: schedules with both accesses, along
// which the checker finds neither to happen before the other.

#ifndef FT_PREDICT_C11_WITNESS_H
#define FT_PREDICT_C11_WITNESS_H

#include "certify/facts.h"
#include "witness/checker.h"

// The recorded order up to the second access.  True: '*w' is a witness, owned by
// the caller from now on.
bool ft_c11_witness_recorded (ft_checker *, const ft_id pair[2], ft_witness *w);

// The number of events that one search executes at most, with so many in the
// trace.
uint64_t ft_c11_witness_cost (ft_id events);

// Other orders.  Incomplete: false proves nothing.
bool ft_c11_witness_search (const ft_facts *, ft_checker *,
                            const ft_id pair[2], uint64_t memory,
                            ft_witness *w);

#endif
