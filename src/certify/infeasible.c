// Questions that clocks of needs answer: a target needs another one, or what
// frees its memory.  Costs threads, and logarithms of the trace for each step
// of the chain, where 'ft_cone_ask' walks through all that is needed.

#include "certify/infeasible.h"

// Where the threads may not go that a target needs to go on; FT_NO_ID if it
// needs none to.
static ft_tid find_bound (const ft_cone *c, const ft_ideals *needed,
                          ft_id target) {
  const ft_event *events = c->facts->trace->events;
  const ft_index *x = c->facts->index;
  for (ft_tid t = 0; t < x->threads; t++)
    if (c->limit[t] < ft_index_length (x, t) && events[target].thread != t &&
        ft_ideals_size_in (needed, target, t) > c->limit[t])
      return t;
  return FT_NO_ID;
}

bool ft_cone_infeasible (ft_cone *c, ft_question question,
                       const ft_ideals *needed) {
  ft_cone_begin (c, question);
  for (uint32_t i = 0; i < question.count; i++) {
    ft_tid t = find_bound (c, needed, question.targets[i]);
    if (t == FT_NO_ID)
      continue;
    c->failed = ft_ideals_chain (needed, question.targets[i], t, c->limit[t],
                                 &c->needs);
    return true;
  }
  return false;
}
