// Longer inputs.  Turning branches changes bytes that are there: "3" never
// becomes "100".  So once in an exploration the program gets its inputs with
// the first number in each filled up with zeros in front, which mean the same
// to whoever reads numbers, and leave room for every number of 32 bits.

#ifndef FT_EXPLORE_GROW_H
#define FT_EXPLORE_GROW_H

#include <stddef.h>
#include <stdint.h>

#include "replay/input_set.h"

// The digits [from, to) of the first number of a source; empty if it has none.
void ft_grow_number (const ft_input_source *, size_t *from, size_t *to);

// Whether there was anything to fill up.
bool ft_grow (ft_input_set *);

// One byte becomes another one of its sort, a digit or a letter say, as the
// seed has it: what no branch asks about may be an index, or a mask.
void ft_grow_other (ft_input_set *, uint64_t seed);

#endif
