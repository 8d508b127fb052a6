// The numbers that a program compares with: how often a loop has to be taken before
// something happens is mostly one of them.

#ifndef FT_EXPLORE_COMPARED_NUMBERS_H
#define FT_EXPLORE_COMPARED_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stack.h"

typedef FT_STACK (uint64_t) ft_number_list;

typedef struct ft_number_range {
  uint64_t least, greatest;
  size_t most; // numbers
  bool cases;  // those of a switch, too
} ft_number_range;

// Adds the constants of comparisons in the code of a run directory, in the order of
// the code, each once.
void ft_compared_numbers (const char *run, const ft_number_range *,
                          ft_number_list *);

#endif
