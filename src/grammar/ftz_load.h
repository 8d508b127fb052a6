// A compressed trace as one grammar, without expanding it.

#ifndef FT_GRAMMAR_FTZ_LOAD_H
#define FT_GRAMMAR_FTZ_LOAD_H

#include "base/error.h"
#include "format/slp.h"
#include "trace/tables.h"

typedef struct ft_ftz_loaded {
  ft_slp slp;       // checked; terminals have no values, nor what they write
  ft_tables tables; // names but of locals, and the details of terminals
  uint64_t bytes;   // of the file, when it is no longer compressed otherwise
  uint32_t blocks;  // one of the last rules each
  bool dense;       // reading stopped, since the grammar is not small
  bool other;       // it is no compressed trace
} ft_ftz_loaded;

// Reads all of a compressed trace but the values.  Lengths are bounded by 64
// bits, memory by the size of the grammar.  Stops at a block up to which there
// are fewer than 'least' events for an item; then there is no grammar.
bool ft_ftz_load (const char *path, uint64_t least, ft_ftz_loaded *,
                  ft_error *);

// The same if it is one, as far as format, name or first bytes tell; what
// cannot be opened is not, and is told by who reads it as a trace.
bool ft_ftz_load_if (const char *path, const char *format, uint64_t least,
                     ft_ftz_loaded *, ft_error *);

void ft_ftz_loaded_release (ft_ftz_loaded *);

#endif
