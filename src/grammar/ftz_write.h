// Writing compressed traces (see 'format/ftz.h'), event by event: memory for
// the grammar of a block, for a bounded number of terminals, and for names.

#ifndef FT_GRAMMAR_FTZ_WRITE_H
#define FT_GRAMMAR_FTZ_WRITE_H

#include "base/compressor.h"
#include "format/slp.h"
#include "format/writer.h"

typedef struct ft_ftz_writer ft_ftz_writer;

// When a block ends: after so many items of its grammar; terminals are
// forgotten at the end of a block when there are so many.
typedef struct ft_ftz_limits {
  uint32_t items, terminals; // FT_FTZ_MOST at most
} ft_ftz_limits;

#define FT_FTZ_LIMITS ((ft_ftz_limits){1 << 20, 1 << 20})

ft_ftz_writer *ft_ftz_writer_new (ft_compressor *out,
                                  ft_ftz_limits); // borrowed
void ft_ftz_writer_free (ft_ftz_writer *);

// The event of the next position; of the tables only what it refers to must
// be there yet, and nothing is referred to after the call but names.
bool ft_ftz_writer_put (ft_ftz_writer *, const ft_tables *, const ft_event *,
                        ft_error *);

// All that a grammar makes, as a block.  Its terminals have no values, and what
// they write is unknown; it has FT_FTZ_MOST items at most, and was checked.
bool ft_ftz_writer_put_slp (ft_ftz_writer *, const ft_tables *, const ft_slp *,
                            ft_error *);

// The last block and the end.
bool ft_ftz_writer_finish (ft_ftz_writer *, const ft_tables *, ft_error *);

// For 'ft_writer_add', so that all that writes traces writes these.
extern const ft_binary_format ft_ftz_format;

#endif
