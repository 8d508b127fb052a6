// Terminals: events without their values, numbered by their first occurrence,
// and the encoding of terminals in a compressed trace (see 'format/ftz.h').
//
// Two events are the same terminal if they are equal in thread, kind, target,
// location, bytes, order, flags, condition, counts of semaphores, operands and
// ranges.  The value, the value that an atomic-rmw writes and, with 'apart',
// the numbers of locals and constants may differ.  Constant expected time per
// event.

#ifndef FT_GRAMMAR_TERMINALS_H
#define FT_GRAMMAR_TERMINALS_H

#include "format/block_encoding.h"

typedef struct ft_terminals ft_terminals;

ft_terminals *ft_terminals_new (void);
void ft_terminals_free (ft_terminals *);

// Forgets all terminals; names that were used stay used.
void ft_terminals_clear (ft_terminals *);

// The terminal of an event as files hold it (see ft_event_in_file).  'apart':
// the numbers of its detail are written to the column of values where possible
// (see 'format/ftz_numbers.h').
uint32_t ft_terminals_add (ft_terminals *, const ft_tables *, const ft_event *,
                           bool apart);

uint32_t ft_terminals_count (const ft_terminals *);
size_t ft_terminals_bytes (const ft_terminals *); // of details

// For each class of names, the number of ids that terminals have ever used.
const uint32_t *ft_terminals_used (const ft_terminals *);

// Appends the terminals from 'first' on as a frame.
void ft_terminals_put (const ft_terminals *, uint32_t first, ft_bytes *to);

#endif
