// Reading the details of events in a packed or compressed trace (see
// 'packed.h'): ranges of allocations, operands, and the other rarely used
// fields.  'block_writing.h' writes them.

#ifndef FT_FORMAT_PACKED_DETAIL_H
#define FT_FORMAT_PACKED_DETAIL_H

#include "format/block_encoding.h"

// Adds the next detail to the tables, for the event at 'position'; false if the
// detail is malformed.  Without 'all' only ranges are read.  Sets '*altpaths'
// if alternative paths follow; if the pointer is NULL, none may follow.
bool ft_packed_detail (ft_varints *ranges, ft_varints *details, bool all,
                       ft_tables *, ft_event *, ft_pos position,
                       bool *altpaths);

#endif
