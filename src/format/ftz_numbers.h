// The locals and constants of events in a compressed trace, beside its grammar.
//
// A recorded program defines a new local in each round of a loop, and counts in
// constants; as parts of terminals they would make each round a different one.
// So of a short detail they stand in the column of values, by how much a
// prediction is wrong (see 'ftz_values.h'): a local is as far from the last one
// that its thread defined as that of the terminal's last event was; a constant
// as far from the last one as that was from the one before.  Writer and reader
// see the same events in the same order, and predict the same.
//
// Operations on locals alone have neither target nor location, so that many
// share a terminal; they are told apart by the terminal before them.
//
// Long lists remain in the terminals, whose events share them, so that a small
// file cannot ask for much memory.

#ifndef FT_FORMAT_FTZ_NUMBERS_H
#define FT_FORMAT_FTZ_NUMBERS_H

#include "base/hash.h"
#include "format/ftz_values.h"
#include "trace/tables.h"

enum { FT_NUMBERS_MOST = 8 }; // of a detail; more stay in the terminal

typedef struct ft_numbers {
  ft_map first; // terminal, and the one before it if that counts -> 'list'
  FT_STACK (struct ft_predicted_number) list;
  FT_STACK (struct ft_numbers_thread {
    ft_id defined;   // its last result
    uint32_t before; // terminal of its last event with numbers, plus one
  })
  threads;
} ft_numbers;

struct ft_predicted_number {
  uint64_t value; // of a local: its distance from the thread's last one
  uint64_t step;  // of a constant
};

void ft_numbers_release (ft_numbers *); // (ft_numbers){0} knows nothing
void ft_numbers_clear (ft_numbers *);   // the terminals

// Whether the numbers of a detail stand in the column.
bool ft_numbers_apart (const ft_detail *);

// Appends the numbers of the detail of an event to the column.
void ft_numbers_put (ft_numbers *, uint32_t terminal, const ft_event *,
                     const ft_tables *, const ft_detail *, ft_residual_writer *);

// Sets the numbers of a detail, whose operands are in the tables and say what
// is a local; false if there is no such local.
bool ft_numbers_get (ft_numbers *, uint32_t terminal, const ft_event *,
                     ft_tables *, ft_detail *, ft_residual_reader *);

#endif
