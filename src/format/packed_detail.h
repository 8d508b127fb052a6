// Reading the details of events in a packed or compressed trace (see
// 'packed.h'): ranges of allocations, operands, and other fields that few events
// have.  'block_writing.h' writes them.

#ifndef FT_FORMAT_PACKED_DETAIL_H
#define FT_FORMAT_PACKED_DETAIL_H

#include "format/block_encoding.h"

// Adds the next detail to the tables, for the event at 'position'; false if the
// detail is malformed.  Without 'all' only ranges are read.  '*altpaths' is
// whether alternative paths follow; a NULL pointer means that none may.
bool ft_packed_detail (ft_varints *ranges, ft_varints *details, bool all,
                       ft_tables *, ft_event *, ft_pos position,
                       bool *altpaths);

#endif
