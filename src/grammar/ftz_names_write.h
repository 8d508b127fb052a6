// Writing the names that a block of a compressed trace brings (see
// 'format/ftz_names.h'): locals with consecutive numbers as series.

#ifndef FT_GRAMMAR_FTZ_NAMES_WRITE_H
#define FT_GRAMMAR_FTZ_NAMES_WRITE_H

#include "format/block_encoding.h"

// Append the names that are used and not yet named, for a block of 'events'
// events.
void ft_ftz_names_put (ft_bytes *, const ft_tables *, const ft_id_limits named,
                       const ft_id_limits used, uint64_t events);

#endif
