// What a race of C11 lacks: the write and the read behind which the second
// access comes, and which do not synchronise.

#ifndef FT_PREDICT_UNSYNCHRONIZED_H
#define FT_PREDICT_UNSYNCHRONIZED_H

#include "certify/facts.h"
#include "witness/witness.h"

// Finds a write after the first access of the schedule and a read of it before
// the last one, through which the second access may have come to know of the first
// one, although nothing synchronises there.  Atomic accesses come first.  Two
// equal events: there is none. Finds the release fence behind which the write comes, and the
// acquire fence that comes behind the read, if with them only the other access
// lacks an order; 0: there is none.
void ft_unsynchronized_find (const ft_facts *, const ft_witness *, ft_id edge[2],
                             ft_id fences[2]);

#endif
