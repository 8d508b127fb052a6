// Grammars whose terminals have steps: see 'slp_flow.h'.

#ifndef FT_GRAMMAR_SLP_WAIT_H
#define FT_GRAMMAR_SLP_WAIT_H

#include "grammar/slp_flow.h"

// What each terminal does, and by which thread.
typedef struct ft_slp_flow {
  const ft_slp *slp; // 'own', or borrowed
  ft_slp own;
  ft_flow flow;
  ft_flow_steps steps;
  FT_STACK (struct ft_slp_action {
    size_t first; // step; up to that of the next one
    ft_id thread; // carrier
  })
  actions; // by terminal, and one more
} ft_slp_flow;

// False, and the reason in '*why', a literal, if who learns from whom cannot be
// told from the grammar: then the trace must be expanded.
bool ft_slp_flow_init (ft_slp_flow *, const ft_slp *, const char **why);

// The same of fork and join alone.
bool ft_slp_flow_fork_join (ft_slp_flow *, const ft_slp *, const char **why);
void ft_slp_flow_release (ft_slp_flow *);

static inline const ft_flow_step *
ft_slp_flow_steps (const ft_slp_flow *f, uint32_t terminal, size_t *count) {
  const struct ft_slp_action *a = f->actions.begin + terminal;
  *count = a[1].first - a->first;
  return f->steps.begin + a->first;
}

#endif
