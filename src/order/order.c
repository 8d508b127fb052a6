#include "order/relations.h"

ft_order *ft_order_new (enum ft_relation relation, const ft_tables *tables) {
  ft_order *o = FT_NEW (ft_order);
  o->relation = relation;
  o->tables = tables;
  o->lines.own = 1u << FT_CLOCK_ORDER;
  if (relation == FT_REL_WCP)
    ft_wcp_init (o);
  else if (relation == FT_REL_DC)
    ft_dc_init (o);
  return o;
}

void ft_order_free (ft_order *o) {
  if (!o)
    return;
  for (size_t t = 0; t < o->late.size; t++)
    ft_clocks_release (o->late.begin + t);
  FT_RELEASE (o->late);
  ft_write_clocks_release (&o->writes);
  ft_section_rules_release (&o->sections);
  ft_lock_edges_release (&o->locks);
  ft_sync_edges_release (&o->sync);
  ft_order_threads_release (&o->lines);
  free (o);
}

void ft_order_step (ft_order *o, const ft_event *e) {
  ft_order_threads_begin (&o->lines, e->thread);
  ft_shb_catch_up (o, e->thread);
  if (ft_event_is_void (e))
    return;
  switch (o->relation) {
  case FT_REL_FORK_JOIN:
    ft_sync_edges_fork_join (&o->lines, e);
    break;
  case FT_REL_HB:
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
  return t < o->lines.lines.size ? o->lines.lines.begin[t].now : 0;
}

bool ft_order_before (const ft_order *o, ft_tid other, ft_time time, ft_tid t) {
  return other == t || ft_order_thread_after (o->lines.lines.begin + t, other, time);
}

ft_time ft_order_known (const ft_order *o, ft_tid other, ft_tid t) {
  const ft_clock *clocks = o->lines.lines.begin[t].view.clocks;
  ft_time soft = ft_clock_at (clocks + FT_CLOCK_ORDER, other);
  ft_time hard = ft_clock_at (clocks + FT_CLOCK_SYNC, other);
  return soft > hard ? soft : hard;
}

const char *ft_relation_name (enum ft_relation relation) {
  static const char *const names[] = {
#define R(NAME, text, what) text,
      FT_RELATIONS (R)
#undef R
  };
  return names[relation];
}
