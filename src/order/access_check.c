// The order step does at each event what the loops of 'filter.c' do, except
// that it does not know the cells of the variables: an access that repeats the
// last one of its variable is stepped over like any other, which changes
// nothing (see 'ft_shadow_same_epoch').
//
// Both loops avoid branches that depend on the data: which variable, read or
// write, and by which thread, is as good as random in many traces, and a branch
// that is predicted wrongly costs as much as the rest of an access.
//
// Slow twin: 'filter.c', compared in 'tests/unit/test_parallel_filters.c'.

#include "order/access_check.h"

#include <assert.h>
#include <string.h>

#include "order/plain_access.h"

bool ft_filter_has_order_step (enum ft_filter_kind kind) {
  return kind == FT_FILTER_HB || kind == FT_FILTER_C11 ||
         kind == FT_FILTER_WCP || kind == FT_FILTER_DC;
}

// ---- the order -------------------------------------------------------------

void ft_stepped_order_init (ft_stepped_order *s, enum ft_filter_kind kind,
                            const ft_tables *tables, uint32_t parts) {
  *s = (ft_stepped_order){.kind = kind,
                          .order = ft_filter_order (kind, tables),
                          .parts = parts};
}

void ft_stepped_order_release (ft_stepped_order *s) {
  FT_RELEASE (s->last.by_thread);
  ft_order_free (s->order);
}

void ft_order_batch_init (ft_order_batch *b, size_t events, uint32_t parts) {
  assert (events <= UINT16_MAX + 1u);
  ft_thread_states_init (&b->states, events);
  b->dealt = FT_ARRAY (ft_dealt_accesses, parts);
  b->parts = parts;
  for (uint32_t i = 0; i < parts; i++)
    b->dealt[i].list = ft_realloc (NULL, events, sizeof (ft_dealt_access));
}

void ft_order_batch_release (ft_order_batch *b) {
  if (!b->dealt)
    return;
  for (uint32_t i = 0; i < b->parts; i++)
    free (b->dealt[i].list);
  free (b->dealt);
  ft_thread_states_release (&b->states);
}

static inline void deal (ft_dealt_accesses *to, const ft_event *e, size_t event,
                         uint32_t state, bool plain) {
  to->list[to->count++] = (ft_dealt_access){.variable = e->target,
                                            .event = (uint16_t)event,
                                            .state = (uint16_t)state,
                                            .mask = e->mask,
                                            .write = e->kind == FT_WRITE,
                                            .plain = plain};
}

// A FREE may concern all parts.
static void deal_other (ft_order_batch *b, const ft_event *e, size_t event,
                        uint32_t state) {
  for (uint32_t p = 0; p < b->parts; p++)
    if (e->kind == FT_FREE ||
        ft_variable_part_has ((ft_variable_part){p, b->parts}, e->target))
      deal (b->dealt + p, e, event, state, false);
}

static inline void step_plain (ft_stepped_order *s, const ft_event *e,
                               size_t event, ft_order_batch *b,
                               const enum ft_filter_kind kind,
                               const bool parted) {
  ft_order_thread *thread =
      ft_order_threads_begin (&s->order->threads, e->thread);
  ft_plain_step (s->order, thread, e, kind);
  uint32_t state =
      ft_thread_states_get (&b->states, &s->last, thread, e->thread);
  uint32_t part = parted ? ft_variable_part_of (e->target, b->parts) : 0;
  deal (b->dealt + part, e, event, state, true);
}

static void step_other (ft_stepped_order *s, const ft_event *e, size_t event,
                        ft_order_batch *b) {
  ft_order_step (s->order, e);
  if (ft_kind_accesses ((enum ft_kind)e->kind) || e->kind == FT_FREE)
    deal_other (b, e, event,
                ft_thread_states_get (&b->states, &s->last,
                                      s->order->threads.list.begin + e->thread,
                                      e->thread));
}

static inline void run_order (ft_stepped_order *s, const ft_event *events,
                              size_t count, ft_order_batch *b,
                              const enum ft_filter_kind kind,
                              const bool parted) {
  for (size_t i = 0; i < count; i++) {
    const ft_event *e = events + i;
    ft_plain_prefetch_sections (s->order, e, count - i, kind);
    if (ft_event_is_void (e))
      continue;
    if (ft_event_is_plain (e))
      step_plain (s, e, i, b, kind, parted);
    else if ((kind != FT_FILTER_HB && kind != FT_FILTER_C11) ||
             !ft_hb_lock (s->order, e))
      step_other (s, e, i, b);
  }
}

static inline void run_kind (ft_stepped_order *s, const ft_event *events,
                             size_t count, ft_order_batch *b,
                             const enum ft_filter_kind kind) {
  if (b->parts == 1)
    run_order (s, events, count, b, kind, false);
  else
    run_order (s, events, count, b, kind, true);
}

void ft_stepped_order_run (ft_stepped_order *s, const ft_event *events,
                           size_t count, ft_order_batch *b) {
  ft_thread_states_clear (&b->states);
  for (uint32_t p = 0; p < b->parts; p++)
    b->dealt[p].count = 0;
  switch (s->kind) {
  case FT_FILTER_HB:
    run_kind (s, events, count, b, FT_FILTER_HB);
    break;
  case FT_FILTER_C11:
    run_kind (s, events, count, b, FT_FILTER_C11);
    break;
  case FT_FILTER_WCP:
    run_kind (s, events, count, b, FT_FILTER_WCP);
    break;
  case FT_FILTER_DC:
    run_kind (s, events, count, b, FT_FILTER_DC);
    break;
  case FT_FILTER_SHB:
  case FT_FILTER_LOCKSET:
  case FT_FILTER_HYBRID:
    break; // see 'ft_filter_has_order_step'
  }
  ft_last_states_forget (&s->last, &b->states);
}

// In hb and c11 a plain access changes no clock, but it may begin a local time,
// which a join of its thread learns.
void ft_stepped_order_skip (ft_stepped_order *s, const ft_event *events,
                            size_t count, ft_order_batch *b) {
  if (s->kind != FT_FILTER_HB && s->kind != FT_FILTER_C11) {
    ft_stepped_order_run (s, events, count, b);
    return;
  }
  for (const ft_event *e = events; e < events + count; e++)
    if (ft_event_is_void (e))
      continue;
    else if (ft_event_is_plain (e)) {
      ft_order_threads_begin (&s->order->threads, e->thread);
      ft_hb_access (s->order, e);
    } else if (!ft_hb_lock (s->order, e))
      ft_order_step (s->order, e);
}

// ---- the accesses ----------------------------------------------------------

void ft_access_check_init (ft_access_check *c, ft_variable_part part,
                           const ft_tables *tables) {
  *c = (ft_access_check){.part = part, .tables = tables};
}

void ft_access_check_release (ft_access_check *c) {
  ft_shadow_release (&c->shadow);
}

// Whether an access simply comes after those of a cell and is as exposed as they
// are (for a read: as the read); the cell then has it.  False, too, where that
// cannot be said by the first 16 threads.
static inline bool cell_follows (ft_shadow_cell *c, const ft_thread_state *s,
                                 const ft_dealt_access *a) {
  enum { LEAST = FT_CLOCK_WIDTH - 1 };
  uint8_t bytes = a->write ? c->write_mask | c->read_mask : c->read_mask;
  if (c->spread | (s->wide > 0) | ((bytes & ~a->mask) > 0) |
      ((c->write.thread | c->read.thread) > LEAST) |
      (c->write.time > s->known[c->write.thread & LEAST]) |
      (c->read.time > s->known[c->read.thread & LEAST]))
    return false;
  // Of a read the write stays; a write leaves no read.
  uint64_t now = (uint64_t)s->time << 32 | s->thread, write;
  uint64_t stays = (uint64_t)a->write - 1; // all bits, or none
  memcpy (&write, &c->write, sizeof write);
  write = (write & stays) | (now & ~stays);
  now &= stays;
  memcpy (&c->write, &write, sizeof write);
  memcpy (&c->read, &now, sizeof now);
  c->write_mask = (uint8_t)((c->write_mask & stays) | (a->mask & ~stays));
  c->read_mask = (uint8_t)(a->mask & stays);
  c->write_atomic &= (bool)stays;
  c->read_atomic = false;
  return true;
}

// The check of an access that does not simply come after the earlier ones.
static bool check_plain (ft_access_check *check, ft_shadow_cell *c,
                         const ft_thread_states *states,
                         const ft_dealt_access *a) {
  ft_order_thread small;
  struct ft_clock_leaf leaf;
  const ft_thread_state *s = states->list + a->state;
  const ft_order_thread *thread =
      ft_thread_states_show (states, a->state, &small, &leaf);
  ft_event e = {.kind = a->write ? FT_WRITE : FT_READ,
                .thread = s->thread,
                .target = a->variable,
                .mask = a->mask};
  return !ft_plain_follows (c, thread, &e) &&
         ft_plain_check (&check->shadow, thread, &e);
}

// An atomic access, or the accesses of a FREE.
static bool check_other (ft_access_check *check, const ft_event *e,
                         const ft_thread_states *states, uint32_t state) {
  ft_order_thread small;
  struct ft_clock_leaf leaf;
  const ft_order_thread *thread =
      ft_thread_states_show (states, state, &small, &leaf);
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
                        .atomic = accessed.atomic};
    racy |=
        ft_shadow_access (&check->shadow, thread, accessed.variable, &access);
  }
  return racy;
}

static inline bool check_cell (ft_access_check *check,
                               const ft_thread_states *states,
                               const ft_dealt_access *a) {
  const ft_thread_state *s = states->list + a->state;
  ft_shadow_cell *c = ft_shadow_at (&check->shadow, a->variable);
  uint16_t what = ft_shadow_access_kind (a->write, a->mask);
  if (ft_shadow_same_epoch (c, s->stamp, what))
    return c->racy;
  bool racy = !cell_follows (c, s, a) && check_plain (check, c, states, a);
  c->stamp = s->stamp;
  c->last = what;
  c->racy = racy;
  return racy;
}

void ft_access_check_run (ft_access_check *c, const ft_event *events,
                          const ft_order_batch *b, uint8_t *racy) {
  const ft_dealt_accesses *dealt = b->dealt + c->part.index;
  for (uint32_t i = 0; i < dealt->count; i++) {
    const ft_dealt_access *a = dealt->list + i;
    if (dealt->count - i > FT_PREFETCH_FAR && a[FT_PREFETCH_FAR].plain)
      ft_shadow_prefetch (&c->shadow, a[FT_PREFETCH_FAR].variable);
    if (!a->plain) {
      if (check_other (c, events + a->event, &b->states, a->state))
        __atomic_fetch_or (racy + a->event, 1,
                           __ATOMIC_RELAXED); // other parts do too
    } else if (check_cell (c, &b->states, a))
      racy[a->event] = 1;
  }
}
