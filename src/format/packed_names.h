// The names that a block of a packed or compressed trace brings along.

#ifndef FT_FORMAT_PACKED_NAMES_H
#define FT_FORMAT_PACKED_NAMES_H

#include "format/packed_file.h"

// Of each class, ids below this number.
typedef uint32_t ft_id_limits[FT_CLASS_NONE];

static inline void ft_id_limits_use (ft_id_limits used, enum ft_class class, ft_id id) {
  if (class != FT_CLASS_NONE && id != FT_NO_ID && id >= used[class])
    used[class] = id + 1;
}

// Appends the names that are used and not yet named.
void ft_block_names_put (ft_bytes *, const ft_tables *, const ft_id_limits named,
                   const ft_id_limits used);

// Appends names to the tables, which must have the 'known' ones; NULL or what
// is wrong.
const char *ft_block_names_get (ft_varints *, ft_tables *, const ft_id_limits known);

// Appends the names of a block to the tables, which must have those of the
// blocks before; NULL or what is wrong.
const char *ft_packed_names (const ft_packed_block *, ft_tables *);

// Makes up the names that lost blocks would have brought, "lost lock 7"; NULL
// or what is wrong.
const char *ft_packed_lost_names (const ft_packed_block *, ft_tables *);

#endif
