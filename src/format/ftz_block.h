// What a block of a compressed trace says: names, terminals, rules.
//
// Nothing is trusted: ids are checked against the names that there are,
// symbols against the terminals and rules before them, and the lengths that
// the rules come to against the header.

#ifndef FT_FORMAT_FTZ_BLOCK_H
#define FT_FORMAT_FTZ_BLOCK_H

#include "base/bits.h"
#include "format/ftz_file.h"
#include "format/slp.h"

// Terminals and rules as they are read.  A terminal's detail is an index into
// 'details'; what is written by it is in the column of values.
typedef struct ft_ftz_grammar {
  ft_slp slp;
  ft_tables details; // these alone
  ft_bits apart;     // terminals whose numbers stand in the column of values
  size_t base;       // of the terminals, those that are not forgotten
  size_t rules;      // of the blocks before
} ft_ftz_grammar;

void ft_ftz_grammar_release (ft_ftz_grammar *);

// Forgets the rules, and with 'all' the terminals and their details.
void ft_ftz_grammar_clear (ft_ftz_grammar *, bool all);

// Adds what the block brings, names to the tables, those of locals only if they
// are wanted.  'place' begins the error.  The last rule of the block makes its
// events.
bool ft_ftz_grammar_add (ft_ftz_grammar *, ft_tables *, const ft_ftz_raw *,
                         bool locals, const char *place, ft_error *);

#endif
