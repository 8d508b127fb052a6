// The names that a block of a packed trace brings along.

#ifndef FT_TRACE_PACKED_NAMES_H
#define FT_TRACE_PACKED_NAMES_H

#include "trace/packed_file.h"

// Appends the names of a block to the tables, which must have those of the
// blocks before; NULL or what is wrong.
const char *ft_packed_names (const ft_packed_block *, ft_tables *);

// Makes up the names that lost blocks would have brought, "lost lock 7"; NULL
// or what is wrong.
const char *ft_packed_lost_names (const ft_packed_block *, ft_tables *);

#endif
