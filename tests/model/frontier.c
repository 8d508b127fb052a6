// An access goes once a later one is ordered after it and as exposed; the
// proof that nothing is lost stands in 'src/order/shadow.c'.

#include "tests/model/frontier.h"

typedef struct ft_model_frontier frontier;

enum ft_relation ft_frontier_relation (enum ft_filter_kind kind) {
  switch (kind) {
  case FT_FILTER_HB:
    return FT_REL_HB;
  case FT_FILTER_SHB:
    return FT_REL_SHB;
  case FT_FILTER_WCP:
    return FT_REL_WCP;
  case FT_FILTER_DC:
    return FT_REL_DC;
  case FT_FILTER_C11:
    return FT_REL_C11;
  case FT_FILTER_LOCKSET:
  case FT_FILTER_HYBRID:
    break;
  }
  return FT_REL_FORK_JOIN;
}

void ft_model_filter_init (ft_model_filter *f, enum ft_filter_kind kind,
                           const ft_tables *tables) {
  *f = (ft_model_filter){.tables = tables};
  f->order = ft_order_new (ft_frontier_relation (kind), tables);
  ft_locks_held_init (&f->locks);
  f->check.order = f->order;
  f->check.locks = kind == FT_FILTER_HYBRID ? &f->locks : NULL;
}

void ft_model_filter_release (ft_model_filter *f) {
  ft_order_free (f->order);
  ft_locks_held_release (&f->locks);
  for (size_t v = 0; v < f->variables.size; v++)
    FT_RELEASE (f->variables.begin[v].accesses);
  FT_RELEASE (f->variables);
}

static bool as_exposed (const ft_race_check *check, const ft_access *a,
                        const ft_access *old) {
  return !(old->mask & ~a->mask) && (a->write || !old->write) &&
         (!a->atomic || old->atomic) &&
         (!check->locks ||
          ft_lock_set_within (&check->locks->sets, a->held, old->held));
}

static bool access_variable (ft_model_filter *f, ft_id variable,
                             const ft_access *a) {
  FT_GROW (f->variables, (size_t)variable + 1, ((frontier){{0}}));
  frontier *v = f->variables.begin + variable;
  bool racy = false;
  size_t kept = 0;
  for (size_t i = 0; i < v->accesses.size; i++) {
    const ft_access *old = v->accesses.begin + i;
    bool ordered = ft_race_check_ordered (&f->check, old, a);
    racy |= !ordered && ft_access_conflicts (old, a) &&
            !ft_race_check_excluded (&f->check, old, a);
    if (!ordered || !as_exposed (&f->check, a, old))
      v->accesses.begin[kept++] = *old;
  }
  v->accesses.size = kept;
  FT_PUSH (v->accesses, *a);
  return racy;
}

bool ft_model_filter_step (ft_model_filter *f, const ft_event *e) {
  if (ft_event_is_void (e))
    return false;
  ft_order_step (f->order, e);
  ft_locks_held_step (&f->locks, e);
  bool racy = false;
  uint32_t count = ft_variable_access_count (f->tables, e);
  for (uint32_t i = 0; i < count; i++) {
    ft_variable_access accessed = ft_variable_access_at (f->tables, e, i);
    ft_access access = ft_access_of (&f->check, &accessed, e->thread);
    racy |= access_variable (f, accessed.variable, &access);
  }
  return racy;
}
