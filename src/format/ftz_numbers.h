// The locals and constants of events in a compressed trace, kept beside its
// grammar.
//
// A recorded program defines a new local in each round of a loop, and counts in
// constants; as parts of terminals they would make each round different.  So
// the locals and constants of a short detail are kept in the column of values,
// as residuals of a prediction (see 'ftz_values.h').  A local is predicted to
// have the same distance from the last local that its thread defined as in the
// last event of the terminal; a constant is predicted to differ from the last
// one as much as that one from the one before.  Writer and reader see the same
// events in the same order, so that their predictions agree.
//
// Operations on locals alone have neither target nor location, so that many
// share a terminal; their predictions are kept apart by the terminal before
// them.
//
// Long lists remain in the terminals, whose events share them, so that a small
// file cannot ask for much memory.

#ifndef FT_FORMAT_FTZ_NUMBERS_H
#define FT_FORMAT_FTZ_NUMBERS_H

#include "base/hash.h"
#include "format/ftz_values.h"
#include "trace/tables.h"

enum { FT_NUMBERS_MOST = 8 }; // longer details stay in their terminal

typedef struct ft_numbers {
  ft_map first; // of a terminal (and the one before, see above), in 'list'
  FT_STACK (struct ft_predicted_number) list;
  FT_STACK (struct ft_numbers_thread {
    ft_id defined;   // the last local that it defined
    uint32_t before; // terminal of its last event with numbers, plus one
  })
  threads;
} ft_numbers;

struct ft_predicted_number {
  uint64_t value; // the last one; of a local: its distance
  uint64_t step;  // of a constant: last difference
};

void ft_numbers_release (ft_numbers *); // (ft_numbers){0} is empty
void ft_numbers_clear (ft_numbers *);   // forget the terminals

// Whether the numbers of a detail are kept in the column.
bool ft_numbers_apart (const ft_detail *);

// Append the numbers of the detail of an event to the column.
void ft_numbers_put (ft_numbers *, uint32_t terminal, const ft_event *,
                     const ft_tables *, const ft_detail *,
                     ft_residual_writer *);

// Set the numbers of a detail, whose operands are in the tables and say which
// numbers are locals; false if there is no such local.
bool ft_numbers_get (ft_numbers *, uint32_t terminal, const ft_event *,
                     ft_tables *, ft_detail *, ft_residual_reader *);

#endif
