// Grammars whose terminals have clock operations (see 'sync_objects.h').

#ifndef FT_GRAMMAR_SLP_CLOCK_OPS_H
#define FT_GRAMMAR_SLP_CLOCK_OPS_H

#include "grammar/sync_objects.h"

// The clock operations of each terminal, and its thread.
typedef struct ft_slp_clock_ops {
  const ft_slp *slp; // 'own', or borrowed
  ft_slp own;
  ft_sync_objects sync;
  ft_clock_ops ops;
  FT_STACK (struct ft_terminal_ops {
    size_t first; // first of its 'ops', which end at those of the next one
    ft_id thread; // synchronisation object
  })
  terminals; // by terminal, and one more
} ft_slp_clock_ops;

// False, and the reason in '*why', a literal, if the grammar alone does not
// decide the clock operations: then the trace must be expanded.
bool ft_slp_clock_ops_init (ft_slp_clock_ops *, const ft_slp *,
                            const char **why);

// The same for fork and join alone.
bool ft_slp_clock_ops_fork_join (ft_slp_clock_ops *, const ft_slp *,
                                 const char **why);
void ft_slp_clock_ops_release (ft_slp_clock_ops *);

static inline const ft_clock_op *ft_slp_clock_ops_of (const ft_slp_clock_ops *f,
                                                      uint32_t terminal,
                                                      size_t *count) {
  const struct ft_terminal_ops *a = f->terminals.begin + terminal;
  *count = a[1].first - a->first;
  return f->ops.begin + a->first;
}

#endif
