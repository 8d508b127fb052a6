// Loading a compressed trace as one grammar, without expanding it.

#ifndef FT_GRAMMAR_FTZ_LOAD_H
#define FT_GRAMMAR_FTZ_LOAD_H

#include "base/error.h"
#include "format/slp.h"
#include "trace/tables.h"

typedef struct ft_ftz_loaded {
  ft_slp slp;       // checked; terminals have no values, nor those they write
  ft_tables tables; // names of all but locals, and the details of terminals
  uint64_t bytes;   // of the file, after any outer decompression
  uint32_t blocks;  // one of the last rules for each
  bool dense;       // reading stopped, since the grammar is not small
  bool other;       // the file is no compressed trace
} ft_ftz_loaded;

// Reads all of a compressed trace but the values.  Lengths are bounded by 64
// bits, memory by the size of the grammar.  Stops at the first block up to
// which there are fewer than 'least' events per item; then there is no grammar.
bool ft_ftz_load (const char *path, uint64_t least, ft_ftz_loaded *,
                  ft_error *);

// The same if the file is a compressed trace, by its format, name or first
// bytes. A file that cannot be opened counts as another one: the reader of
// traces reports the error.
bool ft_ftz_load_if (const char *path, const char *format, uint64_t least,
                     ft_ftz_loaded *, ft_error *);

void ft_ftz_loaded_release (ft_ftz_loaded *);

#endif
