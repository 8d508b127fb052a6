// The names that a block of a compressed trace brings: as in packed traces,
// except for locals.
//
// A recorded program defines a new local in each round of a loop, and these
// locals are numbered.  So their names are written as series: a prefix and
// consecutive numbers.  A small file can have many of them, which is the
// purpose; but a block may have no more in series than its events could define,
// and some, and has others one by one, so that memory stays in proportion to
// the events.

#ifndef FT_FORMAT_FTZ_NAMES_H
#define FT_FORMAT_FTZ_NAMES_H

#include "format/block_encoding.h"

// Append the names that are used and not yet named, for a block of 'events'
// events.
void ft_ftz_names_put (ft_bytes *, const ft_tables *, const ft_id_limits named,
                       const ft_id_limits used, uint64_t events);

// Add names to the tables, which must have the 'known' ones; returns NULL or
// what is wrong.  Without 'locals' names of locals are only counted.
const char *ft_ftz_names_get (ft_varints *, ft_tables *,
                              const ft_id_limits known, uint64_t events,
                              bool locals);

#endif
