// The names that a block of a compressed trace brings along: as those of packed
// traces, but for locals.
//
// A recorded program defines a new local in each round of a loop, and they are
// numbered.  So their names are written as series, a prefix with so many
// numbers in a row.  That they are many in a small file is the point; a block
// may have as many as its events could define, and some, and writes others one
// by one, so that memory stays in proportion to the events that are read.

#ifndef FT_FORMAT_FTZ_NAMES_H
#define FT_FORMAT_FTZ_NAMES_H

#include "format/block_encoding.h"

// Appends the names that are used and not yet named, of a block of so many
// events.
void ft_ftz_names_put (ft_bytes *, const ft_tables *, const ft_id_limits named,
                       const ft_id_limits used, uint64_t events);

// Appends names to the tables, which must have the 'known' ones; NULL or what
// is wrong.  Without 'locals' these are only counted.
const char *ft_ftz_names_get (ft_varints *, ft_tables *, const ft_id_limits known,
                              uint64_t events, bool locals);

#endif
