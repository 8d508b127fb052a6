// Disjoint ranges of 64-bit words, each with an id: a treap (Seidel, Aragon
// 1996) ordered by the first words of the ranges.  Ends are inclusive, so that
// a range may reach the last word.  Every operation costs the logarithm of the
// number of ranges (expected).

#ifndef FT_BASE_RANGES_H
#define FT_BASE_RANGES_H

#include "base/ids.h"
#include "base/stack.h"

struct ft_range_node {
  uint64_t first, last;
  ft_id value;       // the id of the range
  ft_id left, right; // subtrees
  uint32_t priority; // at most that of the parent
};

typedef struct ft_ranges {
  FT_STACK (struct ft_range_node) nodes; // node 0 is the empty tree
  FT_STACK (ft_id) unused;               // nodes of removed ranges
  ft_id root;
  uint32_t random; // state of the generator of priorities
} ft_ranges;

void ft_ranges_release (ft_ranges *); // (ft_ranges){0} is empty

// The id of the range that contains 'word', or FT_NO_ID.
ft_id ft_ranges_find (const ft_ranges *, uint64_t word);

// The id of the last range that overlaps [first, last], or FT_NO_ID.
ft_id ft_ranges_overlap (const ft_ranges *, uint64_t first, uint64_t last);

// The last range that overlaps [*first, *last]: its first and last word.  False
// if there is none.
bool ft_ranges_get (const ft_ranges *, uint64_t *first, uint64_t *last);

// Insert a range, which must not overlap another one.
void ft_ranges_insert (ft_ranges *, uint64_t first, uint64_t last, ft_id value);

// Remove the range that begins at 'first', which must exist.
void ft_ranges_remove (ft_ranges *, uint64_t first);

#endif
