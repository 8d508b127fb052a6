// Writing compressed traces (see 'format/ftz.h'), event by event: memory for
// the grammar of a block, for a bounded number of terminals, and for names.

#ifndef FT_GRAMMAR_FTZ_WRITE_H
#define FT_GRAMMAR_FTZ_WRITE_H

#include "base/compressor.h"
#include "format/slp.h"
#include "format/writer.h"

typedef struct ft_ftz_writer ft_ftz_writer;

// Limits of a block: it ends after so many items of its grammar.  At the end of
// a block, terminals are forgotten if there are so many.
typedef struct ft_ftz_limits {
  uint32_t items, terminals; // at most FT_FTZ_MOST
} ft_ftz_limits;

#define FT_FTZ_LIMITS ((ft_ftz_limits){1 << 20, 1 << 20})

ft_ftz_writer *ft_ftz_writer_new (ft_compressor *out,
                                  ft_ftz_limits); // borrowed
void ft_ftz_writer_free (ft_ftz_writer *);

// Writes the event at the next position.  The tables need only hold the entries
// that the event refers to; after the call only the names are still needed.
bool ft_ftz_writer_put (ft_ftz_writer *, const ft_tables *, const ft_event *,
                        ft_error *);

// Writes the expansion of a grammar as a block.  The terminals have no values,
// and the values that they write are unknown.  The grammar was checked, and has
// FT_FTZ_MOST items at most.
bool ft_ftz_writer_put_slp (ft_ftz_writer *, const ft_tables *, const ft_slp *,
                            ft_error *);

// Writes the last block and the end.
bool ft_ftz_writer_finish (ft_ftz_writer *, const ft_tables *, ft_error *);

// For ft_writer_add, so that all commands that write traces write compressed
// ones.
extern const ft_binary_format ft_ftz_format;

#endif
