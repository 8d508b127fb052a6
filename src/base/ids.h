// Dense identifiers.  Everything that a trace names (threads, variables,
// locks, locations, ...) is numbered 0, 1, 2, ... in order of appearance, and
// ids index plain arrays.  Positions count events from 0 and are 64 bits wide.

#ifndef FT_BASE_IDS_H
#define FT_BASE_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t ft_id;  // of any class
typedef uint32_t ft_tid; // of a thread
typedef uint64_t ft_pos; // of an event in its trace

#define FT_NO_ID UINT32_MAX
#define FT_NO_POS UINT64_MAX

// For qsort and bsearch: positions ascend.
static inline int ft_compare_positions (const void *left, const void *right) {
  ft_pos a = *(const ft_pos *)left, b = *(const ft_pos *)right;
  return (a > b) - (a < b);
}

#endif
