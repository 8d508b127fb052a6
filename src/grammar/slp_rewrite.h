// Grammars whose terminals tell in which state they are.
//
// What an event does may depend on a state that earlier ones left: who waits,
// which locks are held.  A grammar is rewritten so that it does not: a rule
// becomes one rule for each state in which it is used, as far as the state
// matters to it.  What the new grammar makes has the same events at the same
// places.

#ifndef FT_GRAMMAR_SLP_REWRITE_H
#define FT_GRAMMAR_SLP_REWRITE_H

#include "format/slp.h"

// States are numbers; the first one is 0.
typedef struct ft_slp_contexts {
  void *context;
  // What of a state matters to a symbol: a state.
  ft_id (*inside) (void *context, ft_id state, uint32_t symbol);
  // The state after a symbol, that left 'after' of what matters to it.
  ft_id (*outside) (void *context, ft_id state, uint32_t symbol, ft_id after);
  // A terminal in a state that matters to it; called once for each of the new
  // grammar, in their order.  Returns the state after it, or FT_NO_ID if that
  // is too much.
  ft_id (*step) (void *context, ft_id inside, uint32_t terminal);
} ft_slp_contexts;

// Makes the new grammar, checked.  False if there are too many states.
bool ft_slp_rewrite (const ft_slp *, const ft_slp_contexts *, ft_slp *to);

#endif
