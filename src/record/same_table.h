// Whether two site tables are of the same source, compiled with the same
// options in whatever directories.

#ifndef FT_RECORD_SAME_TABLE_H
#define FT_RECORD_SAME_TABLE_H

#include <stdbool.h>
#include <stddef.h>

// Two packed tables (run/sites.h) are of the same source if the source files
// have the same bytes, and the code the same functions, sites and instructions.
// What depends on where the compiler ran is not compared: paths, the digests of
// names that only their unit knows, and constants, contents and size
// (__FILE__).
bool ft_same_table (const void *, size_t, const void *, size_t);

#endif
