// Longer inputs.  Turning branches changes bytes that are there: "3" never
// becomes "100", a word of two letters never one of three.  So each of these is
// done once in an exploration:
//   numbers  the first number in each source is filled up with zeros in front,
//            which mean the same to whoever reads numbers, and leave room for
//            every number of 32 bits
//   words    the first line of each gets a longer last word
//   lines    the last line of each comes some more times
// What means too much in a longer text a branch can turn into its end.

#ifndef FT_EXPLORE_INPUT_GROW_H
#define FT_EXPLORE_INPUT_GROW_H

#include <stddef.h>
#include <stdint.h>

#include "record/input_set.h"

// The digits [from, to) of the first number of a source; empty if it has none.
void ft_input_first_number (const ft_input_source *, size_t *from, size_t *to);

enum ft_input_growth { FT_INPUT_GROW_NUMBERS, FT_INPUT_GROW_WORDS, FT_INPUT_GROW_LINES, FT_INPUT_GROWTHS };

// Whether there was anything to make longer.
bool ft_input_grow (ft_input_set *, enum ft_input_growth);

// One byte becomes another one of its sort, a digit or a letter say, as the
// seed has it: what no branch asks about may be an index, or a mask.
void ft_input_mutate (ft_input_set *, uint64_t seed);

#endif
