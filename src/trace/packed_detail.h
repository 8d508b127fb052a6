// The details of events in a packed trace (see 'packed.h'), being read.

#ifndef FT_TRACE_PACKED_DETAIL_H
#define FT_TRACE_PACKED_DETAIL_H

#include "base/varint.h"
#include "trace/packed.h"

// Adds the next detail to the tables, for the event at 'position'; false when
// it is malformed.  Only ranges are read when not 'all' is wanted.
bool ft_packed_detail (ft_varints *ranges, ft_varints *details, bool all,
                       ft_tables *, ft_event *, ft_pos position);

#endif
