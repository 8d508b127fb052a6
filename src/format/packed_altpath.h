// Reading the alternative paths of branches in a packed trace (see 'packed.h');
// 'block_writing.h' writes them.
//
// The paths stand in the details frame, behind the detail of their branch:
// their number, and for each path the outcome of the branch, the number of
// events that the path replaces, its events, and the paths of the branches
// among these.  An id is written as its distance from the previous id of its
// class, since the events of a path name nearly the same objects.  No part of a
// file is trusted: every id, count and depth is checked.

#ifndef FT_FORMAT_PACKED_ALTPATH_H
#define FT_FORMAT_PACKED_ALTPATH_H

#include "format/block_encoding.h"

// For each class the last id among the paths of a block.
typedef struct ft_packed_ids {
  ft_id last[FT_CLASS_NONE];
} ft_packed_ids;

// Adds the paths of a branch of the trace to the tables; false if they are
// malformed.
bool ft_packed_altpaths_get (ft_packed_ids *, ft_varints *, ft_tables *,
                             const ft_event *branch, ft_pos position);

#endif
