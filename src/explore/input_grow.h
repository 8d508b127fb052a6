// Input growth and mutation.  Flipping branches changes only bytes that are
// there: "3" never becomes "100", and a word of two letters never one of three.
// Each kind of growth is done once in an exploration:
//   numbers  the first number in each source is padded with zeros in front,
//   which
//            do not change its value and leave room for every number of 32 bits
//   words    the last word in the first line of each source gets longer
//   lines    the last line of each source is repeated some times
// If a text is too long for the program, a flip can make a byte of it its end.

#ifndef FT_EXPLORE_INPUT_GROW_H
#define FT_EXPLORE_INPUT_GROW_H

#include <stddef.h>
#include <stdint.h>

#include "record/input_set.h"

// The digits [from, to) of the first number of a source; empty if it has none.
void ft_input_first_number (const ft_input_source *, size_t *from, size_t *to);

enum ft_input_growth {
  FT_INPUT_GROW_NUMBERS,
  FT_INPUT_GROW_WORDS,
  FT_INPUT_GROW_LINES,
  FT_INPUT_GROWTHS
};

// Makes inputs longer; false if there is nothing to make longer.
bool ft_input_grow (ft_input_set *, enum ft_input_growth);

// Changes one byte, chosen by the seed, to another one of its class (digits,
// letters, others).  A byte that no branch depends on may still be an index or
// a mask.
void ft_input_mutate (ft_input_set *, uint64_t seed);

#endif
