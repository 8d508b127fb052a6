// Facts about the uses of the rules of a straight-line program, from one pass
// over its items.  Slow twin: 'tests/unit/test_slp.c', expansion by recursion.

#ifndef FT_GRAMMAR_SLP_USES_H
#define FT_GRAMMAR_SLP_USES_H

#include "format/slp.h"

// The position in the trace, from 0, of the first use of each rule: 'first[r]'
// for rule r.
void ft_slp_first_uses (const ft_slp *, uint64_t *first);

// The number of uses of each rule in the trace; UINT64_MAX: or more.
void ft_slp_count_uses (const ft_slp *, uint64_t *times);

#endif
