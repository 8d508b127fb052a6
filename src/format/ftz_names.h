// The names that a block of a compressed trace brings: as in packed traces,
// except for locals.
//
// A recorded program defines a new local in each round of a loop, and these
// locals are numbered.  So their names are written as series: a prefix and
// consecutive numbers.  A small file can have many of them, which is the
// purpose; but a block may have no more in series than its events could define,
// and some, and has others one by one, so that memory stays in proportion to
// the events.  'grammar/ftz_names_write.h' writes them.

#ifndef FT_FORMAT_FTZ_NAMES_H
#define FT_FORMAT_FTZ_NAMES_H

#include "format/block_encoding.h"
#include "format/ftz.h"

// The number of locals in series that a block may have: most events define one
// at most.
static inline uint64_t ft_ftz_most_in_series (uint64_t events) {
  enum { PER_EVENT = 2, ALWAYS = 256 };
  return events > FT_FTZ_MOST ? FT_FTZ_MOST : PER_EVENT * events + ALWAYS;
}

// Add names to the tables, which must have the 'known' ones; returns NULL or
// what is wrong.  Without 'locals' names of locals are only counted.
const char *ft_ftz_names_get (ft_varints *, ft_tables *,
                              const ft_id_limits known, uint64_t events,
                              bool locals);

#endif
