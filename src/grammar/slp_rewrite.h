// Rewriting of a grammar so that each terminal stands for one state.
//
// The effect of an event may depend on a state that earlier events left: which
// threads wait, which locks are held.  In the new grammar it does not: a rule
// becomes one rule for each state in which it is used, as far as the state
// matters to it.  The new grammar makes the same events at the same positions.

#ifndef FT_GRAMMAR_SLP_REWRITE_H
#define FT_GRAMMAR_SLP_REWRITE_H

#include "format/slp.h"

// States are numbers; the first one is 0.
typedef struct ft_slp_contexts {
  void *context;
  // The part of a state that matters to a symbol, as a state.
  ft_id (*inside) (void *context, ft_id state, uint32_t symbol);
  // The state after a symbol that left 'after' of the part that matters to it.
  ft_id (*outside) (void *context, ft_id state, uint32_t symbol, ft_id after);
  // The step of a terminal in a state that matters to it; called once for each
  // terminal of the new grammar, in their order.  Returns the state after it,
  // or FT_NO_ID if there are too many states.
  ft_id (*step) (void *context, ft_id inside, uint32_t terminal);
} ft_slp_contexts;

// Makes the new grammar, checked.  False if there are too many states.
bool ft_slp_rewrite (const ft_slp *, const ft_slp_contexts *, ft_slp *to);

#endif
