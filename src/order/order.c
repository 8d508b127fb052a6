#include "order/relations.h"

ft_order *ft_order_new (enum ft_relation relation, const ft_tables *tables) {
  ft_order *o = FT_NEW (ft_order);
  o->relation = relation;
  o->tables = tables;
  o->threads.own = 1u << FT_CLOCK_ORDER;
  if (relation == FT_REL_WCP)
    ft_wcp_init (o);
  else if (relation == FT_REL_DC)
    ft_dc_init (o);
  else if (relation == FT_REL_C11)
    ft_c11_init (o);
  return o;
}

void ft_order_free (ft_order *o) {
  if (!o)
    return;
  for (size_t t = 0; t < o->delayed.size; t++)
    ft_clocks_release (o->delayed.begin + t);
  FT_RELEASE (o->delayed);
  ft_write_clocks_release (&o->writes);
  ft_section_rules_release (&o->sections);
  ft_lock_edges_release (&o->locks);
  ft_sync_edges_release (&o->sync);
  ft_order_threads_release (&o->threads);
  free (o);
}

void ft_order_step (ft_order *o, const ft_event *e) {
  ft_order_threads_begin (&o->threads, e->thread);
  ft_shb_catch_up (o, e->thread);
  if (ft_event_is_void (e))
    return;
  switch (o->relation) {
  case FT_REL_FORK_JOIN:
    ft_sync_edges_fork_join (&o->threads, e);
    break;
  case FT_REL_HB:
  case FT_REL_C11:
    ft_hb_step (o, e);
    break;
  case FT_REL_SHB:
    ft_shb_step (o, e);
    break;
  case FT_REL_WCP:
    ft_wcp_step (o, e);
    break;
  case FT_REL_DC:
    ft_dc_step (o, e);
    break;
  }
}

ft_time ft_order_time (const ft_order *o, ft_tid t) {
  return t < o->threads.list.size ? o->threads.list.begin[t].time : 0;
}

bool ft_order_before (const ft_order *o, ft_tid other, ft_time time, ft_tid t) {
  return other == t ||
         ft_order_thread_after (o->threads.list.begin + t, other, time);
}

ft_time ft_order_known (const ft_order *o, ft_tid other, ft_tid t) {
  const ft_clock *clocks = o->threads.list.begin[t].clocks.of;
  ft_time soft = ft_clock_at (clocks + FT_CLOCK_ORDER, other);
  ft_time sync = ft_clock_at (clocks + FT_CLOCK_SYNC, other);
  return soft > sync ? soft : sync;
}

const char *ft_relation_name (enum ft_relation relation) {
  static const char *const names[] = {
#define R(NAME, text, what) text,
      FT_RELATIONS (R)
#undef R
  };
  return names[relation];
}

// ---- collect ---------------------------------------------------------------

// Collecting sections, for WCP and DC.  A section can be used again when no
// list of conflicting sections and no queue names it.  When many sections wait
// in queues, those that no clock can reach are dropped first (see 'reach.h').

static void add_clocks (void *reach, const ft_clocks *clocks) {
  for (int i = 0; i < FT_CLOCK_KINDS; i++)
    ft_reach_add (reach, clocks->of + i, FT_REACH_ANY);
  ft_reach_add (reach, clocks->of + FT_CLOCK_SYNC, FT_REACH_SYNC);
}

// The roots are all clocks but those of sections that only queues name.
static void add_roots (ft_order *o, ft_reach *reach) {
  const ft_section_pool *pool = &o->sections.pool;
  for (ft_id id = 0; id < pool->sections.size; id++)
    if (ft_section_is_marked (pool, id))
      ft_reach_add (reach, &ft_section_at (pool, id)->clock, FT_REACH_ANY);
  for (size_t t = 0; t < o->threads.list.size; t++)
    add_clocks (reach, &o->threads.list.begin[t].clocks);
  ft_lock_edges_visit (&o->locks, add_clocks, reach);
  ft_sync_edges_visit (&o->sync, add_clocks, reach);
}

static void forget_unreached (ft_order *o) {
  ft_reach reach = {0};
  ft_release_queues_register (&o->sections.queues, &reach);
  ft_reach_seal (&reach);
  add_roots (o, &reach);
  ft_release_queues_prune (&o->sections.queues, &o->sections.pool, &reach,
                           o->sections.ccs.exclusive_ordered);
  ft_reach_release (&reach);
}

void ft_order_collect (ft_order *o) {
  ft_section_rules *s = &o->sections;
  ft_section_clear_marks (&s->pool);
  ft_ccs_mark (&s->ccs, &s->pool);
  if (ft_release_queues_full (&s->queues))
    forget_unreached (o);
  else
    ft_release_queues_mark (&s->queues, &s->pool);
  ft_section_sweep (&s->pool, s->ccs.lists.size);
}
