// Stretches: granules side by side that every record of a run touches all or
// none of, in one lifetime.
//
// A buffer that a library fills and another thread frees is thousands of
// granules of which all is known by one: whatever conflicts with one of them
// conflicts with all, at the same records.  So the trace has one variable for a
// stretch, and an access to it is one event.
//
// Stretches are classes of a partition that only becomes finer: memory that a
// record touches for the first time in its lifetime begins as one piece, and
// each later record cuts the pieces where it begins and ends.  Logarithmic in
// the number of pieces for each record of more than a granule, and for the
// first record that touches a granule of a piece alone; others cost nothing.
// Compared with what the definition says in tests/unit/test_sharing.c.

#ifndef FT_RUN_GRANULE_RANGES_H
#define FT_RUN_GRANULE_RANGES_H

#include <stdbool.h>

#include "base/ranges.h"

// Fewer granules are not worth it.
enum { FT_GRANULE_RANGE_LEAST = 16 };

typedef struct ft_shared_granule ft_shared_granule;

typedef struct ft_granule_range {
  uint64_t life, first, last; // granules, ends included
} ft_granule_range;

typedef FT_STACK (ft_granule_range) ft_granule_ranges;

// ---- while a run is read ---------------------------------------------------

// A record touches the granules from 'first' to 'last'.
void ft_partition_split (ft_ranges *pieces, uint64_t first, uint64_t last);

// The granules are touched for the first time in their lifetime.
void ft_partition_add (ft_ranges *pieces, uint64_t first, uint64_t last);

// Takes a piece away that meets [first, last]; false if there is none.  Its
// lifetime is for the caller to say.
bool ft_partition_take (ft_ranges *pieces, uint64_t first, uint64_t last,
                     ft_granule_range *piece);

// ---- afterwards ------------------------------------------------------------

// Sorts, and cuts 'singles' out, which get sorted, too.
void ft_granule_ranges_settle (ft_granule_ranges *, ft_shared_granule *singles,
                          size_t count);

// Those of a lifetime, '*count' of them.
const ft_granule_range *ft_granule_ranges_in (const ft_granule_ranges *, uint64_t life,
                                   size_t *count);

#endif
