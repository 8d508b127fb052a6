// Sequitur: a grammar of a sequence, made online in linear time (Nevill-Manning
// and Witten, JAIR 7, 1997), with repeats.
//
// Definition.  A straight-line grammar whose expansion is the sequence, with
//   digram uniqueness: no pair of neighbours occurs twice in the grammar,
//   rule utility:      every rule but the root is used twice, or repeated,
//   repeats:           neighbours are different symbols; 'A A A' is A, 3 times.
// A pair of neighbours is two symbols, each with the number of its repeats.  So
// a loop of n rounds takes one item, and nested loops one rule each;
// overlapping digrams, Sequitur's special case, cannot occur.
//
// Cost.  Amortised constant expected time per run of equal terminals: with i
// items and r rules, 2i - r grows by at most 2 per run, and everything else
// (reuse of a rule, a new rule, a rule that goes, a merge of repeats) lowers
// it.  While the end of the root is a rule that is repeated, further rounds are
// compared with its expansion and touch nothing else.
//
// Slow twin: the definition itself, checked by tests/unit/test_sequitur.c.

#ifndef FT_GRAMMAR_SEQUITUR_H
#define FT_GRAMMAR_SEQUITUR_H

#include "format/slp.h"

typedef struct ft_sequitur ft_sequitur;

#define FT_MOST_TERMINALS ((uint32_t)1 << 31)

ft_sequitur *ft_sequitur_new (void);
void ft_sequitur_free (ft_sequitur *);

// Forgets the sequence, and keeps the memory.
void ft_sequitur_clear (ft_sequitur *);

// Appends a terminal, below FT_MOST_TERMINALS.
void ft_sequitur_push (ft_sequitur *, uint32_t terminal);

// The number of items of the grammar so far.
size_t ft_sequitur_items (const ft_sequitur *);

// Writes the grammar of the pushed terminals as the rules of 'to', in place of
// its old rules; its terminals stay.  There are no rules if nothing was pushed.
void ft_sequitur_grammar (ft_sequitur *, ft_slp *to);

#endif
