// Critical sections and conflicts, from scratch at every question.

#include "tests/model/relations.h"

static bool on_lock (const ft_trace *t, ft_id i, ft_tid thread, ft_id lock) {
  const ft_event *e = t->events + i;
  return !ft_event_is_void (e) && e->thread == thread && e->target == lock &&
         (ft_kind_acquires (e->kind) || ft_kind_releases (e->kind));
}

ft_id ft_model_section_at (const ft_trace *t, ft_id i, ft_id lock) {
  for (ft_id k = i; k--;)
    if (on_lock (t, k, t->events[i].thread, lock))
      return ft_kind_acquires (t->events[k].kind) ? k : FT_NO_ID;
  return FT_NO_ID;
}

ft_id ft_model_acquire_of (const ft_trace *t, ft_id release) {
  return ft_model_section_at (t, release, t->events[release].target);
}

// The bytes of a variable that an event touches; whether it writes them.
static uint8_t bytes_of (const ft_trace *t, ft_id i, ft_id variable,
                         bool *write) {
  const ft_event *e = t->events + i;
  if (ft_event_is_void (e))
    return 0;
  *write = ft_kind_writes (e->kind) || e->kind == FT_FREE;
  if (ft_kind_accesses (e->kind))
    return e->target == variable ? e->mask : 0;
  const ft_detail *d = ft_tables_detail (&t->tables, e);
  for (uint32_t k = 0; e->kind == FT_FREE && d && k < d->freed_count; k++)
    if (t->tables.freed.begin[d->freed + k] == variable)
      return 0xff;
  return 0;
}

bool ft_model_conflict (const ft_trace *t, ft_id i, ft_id j, bool atomics) {
  const ft_event *a = t->events + i, *b = t->events + j;
  if (a->thread == b->thread ||
      (!atomics && ft_kind_is_atomic (a->kind) && ft_kind_is_atomic (b->kind)))
    return false;
  for (ft_id v = 0; v < ft_tables_count (&t->tables, FT_CLASS_VARIABLE); v++) {
    bool writes[2] = {false, false};
    uint8_t common = bytes_of (t, i, v, writes);
    common &= bytes_of (t, j, v, writes + 1);
    if (common && (writes[0] || writes[1]))
      return true;
  }
  return false;
}
