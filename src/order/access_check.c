// The order step does at each event what the loops of 'filter.c' do, except
// that it does not know the cells of the variables: an access that repeats the
// last one of its variable is stepped over like any other, which changes
// nothing (see 'ft_shadow_same_epoch').
//
// Slow twin: 'filter.c', compared in 'tests/unit/test_parallel_filters.c'.

#include "order/access_check.h"

#include "order/plain_access.h"

bool ft_filter_has_order_step (enum ft_filter_kind kind) {
  return kind == FT_FILTER_HB || kind == FT_FILTER_C11 ||
         kind == FT_FILTER_WCP || kind == FT_FILTER_DC;
}

// ---- the order -------------------------------------------------------------

void ft_stepped_order_init (ft_stepped_order *s, enum ft_filter_kind kind,
                            const ft_tables *tables) {
  *s =
      (ft_stepped_order){.kind = kind, .order = ft_filter_order (kind, tables)};
}

void ft_stepped_order_release (ft_stepped_order *s) {
  FT_RELEASE (s->last.by_thread);
  ft_order_free (s->order);
}

static inline void step_order (ft_stepped_order *s, const ft_event *e,
                               const enum ft_filter_kind kind) {
  if (ft_event_is_plain (e))
    ft_plain_step (s->order,
                   ft_order_threads_begin (&s->order->threads, e->thread), e,
                   kind);
  else
    ft_order_step (s->order, e);
}

static inline void run_order (ft_stepped_order *s, const ft_event *events,
                              size_t count, ft_thread_states *states,
                              const enum ft_filter_kind kind) {
  for (size_t i = 0; i < count; i++) {
    const ft_event *e = events + i;
    ft_plain_prefetch_sections (s->order, e, count - i, kind);
    if (ft_event_is_void (e))
      continue;
    step_order (s, e, kind);
    if (ft_kind_accesses ((enum ft_kind)e->kind) || e->kind == FT_FREE)
      ft_thread_states_set (states, &s->last,
                            s->order->threads.list.begin + e->thread, e->thread,
                            i);
  }
}

void ft_stepped_order_run (ft_stepped_order *s, const ft_event *events,
                           size_t count, ft_thread_states *states) {
  ft_thread_states_clear (states);
  s->last.batch++;
  switch (s->kind) {
  case FT_FILTER_HB:
    run_order (s, events, count, states, FT_FILTER_HB);
    break;
  case FT_FILTER_C11:
    run_order (s, events, count, states, FT_FILTER_C11);
    break;
  case FT_FILTER_WCP:
    run_order (s, events, count, states, FT_FILTER_WCP);
    break;
  case FT_FILTER_DC:
    run_order (s, events, count, states, FT_FILTER_DC);
    break;
  case FT_FILTER_SHB:
  case FT_FILTER_LOCKSET:
  case FT_FILTER_HYBRID:
    break; // see 'ft_filter_has_order_step'
  }
}

// ---- the accesses ----------------------------------------------------------

void ft_access_check_init (ft_access_check *c, ft_variable_part part,
                           const ft_tables *tables) {
  *c = (ft_access_check){.part = part, .tables = tables};
}

void ft_access_check_release (ft_access_check *c) {
  ft_shadow_release (&c->shadow);
}

static inline bool check_plain (ft_access_check *check, const ft_event *e,
                                const ft_order_thread *thread) {
  ft_shadow_cell *c = ft_shadow_at (&check->shadow, e->target);
  uint16_t what = ft_shadow_access_kind (e->kind == FT_WRITE, e->mask);
  if (ft_shadow_same_epoch (c, thread->stamp, what))
    return c->racy;
  bool racy = !ft_plain_follows (c, thread, e) &&
              ft_plain_check (&check->shadow, thread, e);
  return ft_plain_keep (c, thread->stamp, e, racy);
}

// An atomic access, or the accesses of a FREE.
static bool check_other (ft_access_check *check, const ft_event *e,
                         const ft_order_thread *thread) {
  bool racy = false;
  uint32_t count = ft_variable_access_count (check->tables, e);
  for (uint32_t i = 0; i < count; i++) {
    ft_variable_access accessed = ft_variable_access_at (check->tables, e, i);
    if (!ft_variable_part_has (check->part, accessed.variable))
      continue;
    ft_access access = {.thread = e->thread,
                        .time = thread->time,
                        .held = FT_LOCK_SET_EMPTY,
                        .mask = accessed.mask,
                        .write = accessed.write,
                        .atomic = accessed.atomic,
                        .free = accessed.free};
    racy |=
        ft_shadow_access (&check->shadow, thread, accessed.variable, &access);
  }
  return racy;
}

static inline void run_check (ft_access_check *c, const ft_event *events,
                              size_t count, const ft_thread_states *states,
                              uint8_t *racy, const bool parted) {
  for (size_t i = 0; i < count; i++) {
    const ft_event *e = events + i, *far = e + FT_PREFETCH_FAR;
    if (count - i > FT_PREFETCH_FAR && ft_event_is_plain (far) &&
        (!parted || ft_variable_part_has (c->part, far->target)))
      ft_shadow_prefetch (&c->shadow, far->target);
    if (ft_event_is_void (e))
      continue;
    if (!ft_event_is_plain (e)) {
      if (check_other (c, e, ft_thread_states_at (states, i)))
        __atomic_fetch_or (racy + i, 1, __ATOMIC_RELAXED); // other parts do too
    } else if ((!parted || ft_variable_part_has (c->part, e->target)) &&
               check_plain (c, e, ft_thread_states_at (states, i)))
      racy[i] = 1;
  }
}

void ft_access_check_run (ft_access_check *c, const ft_event *events,
                          size_t count, const ft_thread_states *states,
                          uint8_t *racy) {
  if (c->part.count == 1)
    run_check (c, events, count, states, racy, false);
  else
    run_check (c, events, count, states, racy, true);
}
