// What WCP and DC forget: sections that nothing names any more and, when many
// wait in lanes, those that nobody can reach (see 'reach.h').

#include "order/relations.h"

static void add_view (void *reach, const ft_clocks *view) {
  for (int i = 0; i < FT_CLOCK_KINDS; i++)
    ft_reach_add (reach, view->clocks + i, FT_REACH_ANY);
  ft_reach_add (reach, view->clocks + FT_CLOCK_SYNC, FT_REACH_SYNC);
}

// All clocks but those of sections that only lanes name.
static void add_roots (ft_order *o, ft_reach *reach) {
  const ft_section_pool *pool = &o->sections.pool;
  for (ft_id id = 0; id < pool->sections.size; id++)
    if (ft_section_is_marked (pool, id))
      ft_reach_add (reach, &ft_section_at (pool, id)->clock, FT_REACH_ANY);
  for (size_t t = 0; t < o->lines.lines.size; t++)
    add_view (reach, &o->lines.lines.begin[t].view);
  ft_lock_edges_visit (&o->locks, add_view, reach);
  ft_sync_edges_visit (&o->sync, add_view, reach);
}

static void forget_unreached (ft_order *o) {
  ft_reach reach = {0};
  ft_release_queues_register (&o->sections.lanes, &reach);
  ft_reach_seal (&reach);
  add_roots (o, &reach);
  ft_release_queues_prune (&o->sections.lanes, &o->sections.pool, &reach,
                   o->sections.cells.total);
  ft_reach_release (&reach);
}

void ft_order_collect (ft_order *o) {
  ft_section_rules *s = &o->sections;
  ft_section_clear_marks (&s->pool);
  ft_ccs_mark (&s->cells, &s->pool);
  if (ft_release_queues_full (&s->lanes))
    forget_unreached (o);
  else
    ft_release_queues_mark (&s->lanes, &s->pool);
  ft_section_sweep (&s->pool, s->cells.cells.size);
}
