// Decodes a block of a compressed trace: names, terminals, rules.
//
// Nothing is trusted: ids are checked against the names, symbols against the
// terminals and rules before them, and the lengths of the expanded rules
// against the header.

#ifndef FT_FORMAT_FTZ_BLOCK_H
#define FT_FORMAT_FTZ_BLOCK_H

#include "base/bits.h"
#include "format/ftz_file.h"
#include "format/slp.h"

// Terminals and rules as they are read.  A terminal's detail is an index into
// 'details'; the value that it writes is in the column of values.
typedef struct ft_ftz_grammar {
  ft_slp slp;
  ft_tables details; // has details alone
  ft_bits apart;     // terminals whose numbers are in the column of values
  size_t base;       // index of the first terminal that is not forgotten
  size_t rules;      // number of rules of earlier blocks
} ft_ftz_grammar;

void ft_ftz_grammar_release (ft_ftz_grammar *);

// Forget the rules and, with 'all', the terminals and their details.
void ft_ftz_grammar_clear (ft_ftz_grammar *, bool all);

// Add the names, terminals and rules of a block; names of locals only if
// 'locals'.  The last rule expands to the events of the block.  'place' begins
// the error.
bool ft_ftz_grammar_add (ft_ftz_grammar *, ft_tables *, const ft_ftz_raw *,
                         bool locals, const char *place, ft_error *);

#endif
