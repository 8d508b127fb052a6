// Granule ranges: adjacent granules that every record of a run accesses all
// together or not at all, in one lifetime.
//
// A buffer that a library fills and another thread frees has thousands of
// granules about which one says everything: an access that conflicts with one
// of them conflicts with all, at the same records.  So the trace has one
// variable for a range, and an access to it is one event.
//
// Ranges are the classes of a partition that only becomes finer (Paige, Tarjan
// 1987): memory that a record accesses for the first time in its lifetime
// begins as one piece, and each later record splits the pieces at its begin and
// end.  Logarithmic in the number of pieces for each record of more than a
// granule, and for the first record that accesses a single granule of a piece;
// other records cost nothing.  Compared with the definition in
// tests/unit/test_sharing.c.

#ifndef FT_RUN_GRANULE_RANGES_H
#define FT_RUN_GRANULE_RANGES_H

#include <stdbool.h>

#include "base/ranges.h"

// The least number of granules of a range; fewer are not worth it.
enum { FT_GRANULE_RANGE_LEAST = 16 };

typedef struct ft_shared_granule ft_shared_granule;

typedef struct ft_granule_range {
  uint64_t life, first, last; // granules, ends included
} ft_granule_range;

typedef FT_STACK (ft_granule_range) ft_granule_ranges;

// ---- the partition, while a run is read ------------------------------------

// A record accesses the granules from 'first' to 'last'.
void ft_partition_split (ft_ranges *pieces, uint64_t first, uint64_t last);

// The granules are accessed for the first time in their lifetime.
void ft_partition_add (ft_ranges *pieces, uint64_t first, uint64_t last);

// Remove a piece that overlaps [first, last]; false if there is none.  The
// caller sets its lifetime.
bool ft_partition_take (ft_ranges *pieces, uint64_t first, uint64_t last,
                        ft_granule_range *piece);

// ---- the ranges, afterwards ------------------------------------------------

// Sort the ranges, and cut the granules 'singles' out of them, which are
// sorted, too.
void ft_granule_ranges_settle (ft_granule_ranges *, ft_shared_granule *singles,
                               size_t count);

// The '*count' ranges of a lifetime.
const ft_granule_range *ft_granule_ranges_in (const ft_granule_ranges *,
                                              uint64_t life, size_t *count);

#endif
