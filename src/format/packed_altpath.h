// The alternative paths of branches in a packed trace (see 'packed.h').
//
// They stand among the details, behind that of their branch: first how many
// there are, then each with the outcome of the branch, the number of events
// that it replaces, its events, and the paths that branch off from these.  Ids
// are distances from the one before of their class, since events of one path
// name nearly the same things.

#ifndef FT_FORMAT_PACKED_ALTPATH_H
#define FT_FORMAT_PACKED_ALTPATH_H

#include "format/block_encoding.h"

// The id of each class that came last in the block.
typedef struct ft_packed_ids {
  ft_id last[FT_CLASS_NONE];
} ft_packed_ids;

// Adds the paths of a branch of the trace to the tables; false when they are
// malformed.
bool ft_packed_altpaths_get (ft_packed_ids *, ft_varints *, ft_tables *,
                             const ft_event *branch, ft_pos position);

// Appends the paths of a branch, from 'first' on.  The names that they refer to
// are used.
void ft_packed_altpaths_put (ft_packed_ids *, ft_bytes *, const ft_tables *,
                             uint32_t first, ft_id_limits used);

#endif
