// The numbers that a program compares with: how often a loop has to be taken before
// something happens is mostly one of them.

#ifndef FT_EXPLORE_COMPARED_NUMBERS_H
#define FT_EXPLORE_COMPARED_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "base/stack.h"

typedef FT_STACK (uint64_t) ft_number_list;

// Adds the constants of comparisons in the code of a run directory, in the order of
// the code, each once: 'most' of them, from 'least' to 'greatest'.
void ft_compared_numbers (const char *run, uint64_t least, uint64_t greatest,
                          size_t most, ft_number_list *);

#endif
