// Pointers that may be null in another order: those that are read from a variable
// to which some thread writes, or which had before the trace, a word below
// FT_NULL_PAGE or one that is computed from a read; and divisors that may be 0, by the
// same rule.  A guess of what is worth a question: what is left out gets no verdict.

#ifndef FT_CANDIDATE_NULL_POINTERS_H
#define FT_CANDIDATE_NULL_POINTERS_H

#include "trace/trace.h"

typedef struct ft_null_pointers ft_null_pointers;

ft_null_pointers *ft_null_pointers_new (const ft_trace *);
void ft_null_pointers_free (ft_null_pointers *);

// Whether the pointer of an access may be null, of which the event is the mark
// FT_MARK_NULLED, or the divisor of a division 0, of FT_MARK_DIVISION.
bool ft_null_pointers_allow (const ft_null_pointers *, ft_id mark);

#endif
