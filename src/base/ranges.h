// Disjoint ranges of 64-bit words, each with an id: a treap ordered by where
// ranges begin.  Ends are inclusive, so that a range may reach the last word.
// Every operation costs the logarithm of the number of ranges (expected).

#ifndef FT_BASE_RANGES_H
#define FT_BASE_RANGES_H

#include "base/ids.h"
#include "base/stack.h"

struct ft_range_node {
  uint64_t first, last;
  ft_id value, left, right;
  uint32_t priority;
};

typedef struct ft_ranges {
  FT_STACK (struct ft_range_node) nodes; // node 0 is the empty tree
  FT_STACK (ft_id) unused;
  ft_id root;
  uint32_t random;
} ft_ranges;

void ft_ranges_release (ft_ranges *); // (ft_ranges){0} is empty

// The id of the range that holds 'word', or FT_NO_ID.
ft_id ft_ranges_find (const ft_ranges *, uint64_t word);

// The id of the last range that meets [first, last], or FT_NO_ID.
ft_id ft_ranges_overlap (const ft_ranges *, uint64_t first, uint64_t last);

// The same range, as it is; false if there is none.
bool ft_ranges_get (const ft_ranges *, uint64_t *first, uint64_t *last);

// The range must not meet one that is there.
void ft_ranges_insert (ft_ranges *, uint64_t first, uint64_t last, ft_id value);

// The range that begins at 'first', which must be there.
void ft_ranges_remove (ft_ranges *, uint64_t first);

#endif
