// The details of events in a packed trace (see 'packed.h').

#ifndef FT_FORMAT_PACKED_DETAIL_H
#define FT_FORMAT_PACKED_DETAIL_H

#include "format/block_encoding.h"

// Adds the next detail to the tables, for the event at 'position'; false when
// it is malformed.  Only ranges are read when not 'all' is wanted.  '*altpaths'
// says whether alternative paths follow; they must not if it is NULL.
bool ft_packed_detail (ft_varints *ranges, ft_varints *details, bool all,
                       ft_tables *, ft_event *, ft_pos position,
                       bool *altpaths);

// Appends the range of a detail (of ALLOC and FREE); all else of one.  The
// names that they refer to are used.
void ft_packed_put_range (ft_bytes *, const ft_tables *, const ft_detail *,
                          ft_id_limits);
void ft_packed_put_detail (ft_bytes *, const ft_tables *, const ft_detail *,
                           bool altpaths, ft_id_limits);

#endif
