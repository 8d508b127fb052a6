// What a race of C11 lacks: the write and the read behind which the second
// access comes, and which do not synchronise.

#ifndef FT_PREDICT_UNSYNCHRONIZED_H
#define FT_PREDICT_UNSYNCHRONIZED_H

#include "certify/facts.h"

// Finds a write after pair[0] and a read of it before pair[1] in the recorded
// order, through which the second access may have come to know of the first
// one, although nothing synchronises there.  Atomic accesses come first.  Two
// equal events: there is none.
void ft_unsynchronized_find (const ft_facts *, const ft_id pair[2],
                             ft_id edge[2]);

#endif
