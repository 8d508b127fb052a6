// Each filter runs over a batch in a loop of its own, made from one body with
// the kind as a constant.  A plain access that repeats the last one of its
// variable, with nothing learnt, published, acquired or released in between, is
// answered from its cell ('shadow.h').  Other plain accesses go through the one
// or two steps that their relation has for them; all other events go through
// 'order.h'.
//
// Slow twins: 'tests/unit/test_filter.c', by the definitions and, for long
// traces, by 'tests/model/frontier.h'.

#include "order/filter.h"

#include <assert.h>
#include <string.h>

#include "order/history.h"
#include "order/eraser.h"
#include "order/plain_access.h"

struct ft_filter {
  enum ft_filter_kind kind;
  bool pairs;
  ft_variable_part part;   // of lockset
  const ft_tables *tables; // borrowed
  ft_locks_held locks;
  ft_race_check check;
  ft_eraser eraser;
  ft_shadow shadow;   // without 'pairs'
  ft_history history; // with 'pairs'
  ft_positions partners;
  ft_pos position; // of the next event
};

ft_order *ft_filter_order (enum ft_filter_kind kind, const ft_tables *tables) {
  switch (kind) {
  case FT_FILTER_HB:
    return ft_order_new (FT_REL_HB, tables);
  case FT_FILTER_SHB:
    return ft_order_new (FT_REL_SHB, tables);
  case FT_FILTER_WCP:
    return ft_order_new (FT_REL_WCP, tables);
  case FT_FILTER_DC:
    return ft_order_new (FT_REL_DC, tables);
  case FT_FILTER_HYBRID:
    return ft_order_new (FT_REL_FORK_JOIN, tables);
  case FT_FILTER_C11:
    return ft_order_new (FT_REL_C11, tables);
  case FT_FILTER_LOCKSET:
    break;
  }
  return NULL;
}

bool ft_filter_uses_locks (enum ft_filter_kind kind) {
  return kind == FT_FILTER_HYBRID || kind == FT_FILTER_LOCKSET;
}

ft_filter *ft_filter_new (enum ft_filter_kind kind, const ft_tables *tables,
                          bool pairs) {
  ft_filter *f = FT_NEW (ft_filter);
  f->kind = kind;
  f->pairs = pairs;
  f->part = FT_ALL_VARIABLES;
  f->tables = tables;
  ft_locks_held_init (&f->locks);
  ft_eraser_init (&f->eraser);
  f->check.order = ft_filter_order (kind, tables);
  if (ft_filter_uses_locks (kind))
    f->check.locks = f->shadow.locks = &f->locks;
  return f;
}

ft_filter *ft_filter_new_part (enum ft_filter_kind kind,
                               const ft_tables *tables, ft_variable_part part) {
  assert (kind == FT_FILTER_LOCKSET || part.count == 1);
  ft_filter *f = ft_filter_new (kind, tables, false);
  f->part = part;
  return f;
}

void ft_filter_free (ft_filter *f) {
  if (!f)
    return;
  ft_order_free (f->check.order);
  ft_locks_held_release (&f->locks);
  ft_eraser_release (&f->eraser);
  ft_shadow_release (&f->shadow);
  ft_history_release (&f->history);
  FT_RELEASE (f->partners);
  free (f);
}

// No partner is found twice: only a FREE accesses several variables, and two
// FREEs do not conflict.
static bool find_partners (ft_filter *f, const ft_event *e) {
  uint32_t count = ft_variable_access_count (f->tables, e);
  for (uint32_t i = 0; i < count; i++) {
    ft_variable_access accessed = ft_variable_access_at (f->tables, e, i);
    ft_access access = ft_access_of (&f->check, &accessed, e->thread);
    ft_history_access (&f->history, &f->check, accessed.variable, &access,
                       f->position - 1, &f->partners);
  }
  if (f->partners.size > 1)
    qsort (f->partners.begin, f->partners.size, sizeof (ft_pos),
           ft_compare_positions);
  return f->partners.size;
}

static void step_order (ft_filter *f, const ft_event *e) {
  if (f->check.order)
    ft_order_step (f->check.order, e);
  if (f->check.locks)
    ft_locks_held_step (f->check.locks, e);
}

// ---- racy events -----------------------------------------------------------

// Whether the access itself may learn something: the same read, repeated, may
// be ordered otherwise.
static inline bool may_learn (const ft_event *e,
                              const enum ft_filter_kind kind) {
  return kind == FT_FILTER_SHB && e->kind == FT_READ;
}

// ft_plain_follows where locks count: the locks held must be the same.
static inline bool follows_held (const ft_filter *f, ft_shadow_cell *c,
                                 const ft_order_thread *thread,
                                 const ft_event *e) {
  ft_shadow_held *held = ft_shadow_held_at (&f->shadow, e->target);
  ft_id now = ft_locks_held_by (&f->locks, e->thread);
  if ((c->write_mask && held->write != now) ||
      (c->read_mask && held->read != now) || !ft_plain_follows (c, thread, e))
    return false;
  *(e->kind == FT_WRITE ? &held->write : &held->read) = now;
  return true;
}

static inline bool new_access (ft_filter *f, ft_shadow_cell *c,
                               const ft_event *e,
                               const enum ft_filter_kind kind) {
  ft_order *o = f->check.order;
  ft_order_thread *thread = ft_order_threads_begin (&o->threads, e->thread);
  if (kind == FT_FILTER_SHB)
    ft_shb_catch_up (o, e->thread);
  uint64_t stamp = thread->stamp;
  ft_plain_step (o, thread, e, kind);
  bool simple = kind == FT_FILTER_HYBRID ? follows_held (f, c, thread, e)
                                         : ft_plain_follows (c, thread, e);
  bool racy = !simple && ft_plain_check (&f->shadow, thread, e);
  bool again = !may_learn (e, kind) || stamp == thread->stamp;
  return ft_plain_keep (c, again ? thread->stamp : 0, e, racy);
}

static inline bool step_access (ft_filter *f, const ft_event *e,
                                const enum ft_filter_kind kind) {
  const ft_order_threads *threads = &f->check.order->threads;
  uint16_t what = ft_shadow_access_kind (e->kind == FT_WRITE, e->mask);
  ft_shadow_cell *c = ft_shadow_at (&f->shadow, e->target);
  if (e->thread < threads->list.size &&
      ft_shadow_same_epoch (c, threads->list.begin[e->thread].stamp, what))
    return c->racy;
  return new_access (f, c, e, kind);
}

// Locks are no part of fork and join, but an access under other locks is no
// repetition, so the stamp changes.
static ft_order_thread *step_sync (ft_filter *f, const ft_event *e) {
  step_order (f, e);
  ft_order_thread *thread =
      ft_order_threads_at (&f->check.order->threads, e->thread);
  if (f->check.locks)
    thread->stamp++;
  return thread;
}

// A step on an event that is no plain access.
static bool step_other (ft_filter *f, const ft_event *e) {
  const ft_order_thread *thread = step_sync (f, e);
  bool racy = false;
  uint32_t count = ft_variable_access_count (f->tables, e);
  for (uint32_t i = 0; i < count; i++) {
    ft_variable_access accessed = ft_variable_access_at (f->tables, e, i);
    ft_access access = ft_access_of (&f->check, &accessed, e->thread);
    racy |= ft_shadow_access (&f->shadow, thread, accessed.variable, &access);
  }
  return racy;
}

__attribute__ ((always_inline)) static inline void
prefetch_frontier (const ft_filter *f, const ft_event *e,
                   const enum ft_shadow_prefetch step) {
  if (ft_event_is_plain (e))
    ft_shadow_prefetch_frontier (&f->shadow, e->target, step);
}

// Prefetches the memory that accesses some events ahead will look at.  (Unless
// it is always inlined, gcc takes this function for one that does nothing.)
__attribute__ ((always_inline)) static inline void
prefetch_ahead (const ft_filter *f, const ft_event *e, size_t left,
                const enum ft_filter_kind kind) {
  ft_plain_prefetch_sections (f->check.order, e, left, kind);
  if (left <= FT_PREFETCH_FAR)
    return;
  const ft_event *far = e + FT_PREFETCH_FAR;
  if (ft_event_is_plain (far) && kind == FT_FILTER_HYBRID)
    ft_shadow_prefetch_held (&f->shadow, far->target);
  else if (ft_event_is_plain (far))
    ft_shadow_prefetch (&f->shadow, far->target);
  if (kind != FT_FILTER_HYBRID)
    return;
  prefetch_frontier (f, e + FT_PREFETCH_FRONTIERS, FT_PREFETCH_FRONTIER);
  prefetch_frontier (f, e + FT_PREFETCH_NEAR, FT_PREFETCH_CLASSES);
  prefetch_frontier (f, e + FT_PREFETCH_NEAREST, FT_PREFETCH_EPOCHS);
}

static inline void set_racy (uint8_t *racy, const ft_event *e, uint8_t mark) {
  if (e->kind == FT_FREE)
    __atomic_fetch_or (racy, mark, __ATOMIC_RELAXED);
  else
    *racy |= mark;
}

static inline void run_order (ft_filter *f, const ft_event *events,
                              size_t count, uint8_t *racy, uint8_t mark,
                              const enum ft_filter_kind kind) {
  for (size_t i = 0; i < count; i++) {
    const ft_event *e = events + i;
    prefetch_ahead (f, e, count - i, kind);
    if (ft_event_is_void (e))
      continue;
    if (ft_event_is_plain (e) ? step_access (f, e, kind) : step_other (f, e))
      set_racy (racy + i, e, mark);
  }
}

static void run_eraser (ft_filter *f, const ft_event *events, size_t count,
                        uint8_t *racy, uint8_t mark) {
  for (size_t i = 0; i < count; i++)
    if (!ft_event_is_void (events + i) &&
        ft_eraser_step (&f->eraser, f->tables, events + i, f->part))
      set_racy (racy + i, events + i, mark);
}

void ft_filter_run (ft_filter *f, const ft_event *events, size_t count,
                    uint8_t *racy, uint8_t mark) {
  switch (f->kind) {
  case FT_FILTER_HB:
    run_order (f, events, count, racy, mark, FT_FILTER_HB);
    break;
  case FT_FILTER_SHB:
    run_order (f, events, count, racy, mark, FT_FILTER_SHB);
    break;
  case FT_FILTER_WCP:
    run_order (f, events, count, racy, mark, FT_FILTER_WCP);
    break;
  case FT_FILTER_DC:
    run_order (f, events, count, racy, mark, FT_FILTER_DC);
    break;
  case FT_FILTER_HYBRID:
    run_order (f, events, count, racy, mark, FT_FILTER_HYBRID);
    break;
  case FT_FILTER_C11:
    run_order (f, events, count, racy, mark, FT_FILTER_C11);
    break;
  case FT_FILTER_LOCKSET:
    run_eraser (f, events, count, racy, mark);
    break;
  }
}

// Plain accesses change variables alone, but one may begin a local time, which
// a join of its thread learns.
void ft_filter_skip (ft_filter *f, const ft_event *events, size_t count) {
  assert (f->kind == FT_FILTER_HYBRID && !f->pairs);
  for (const ft_event *e = events; e < events + count; e++)
    if (ft_event_is_void (e))
      continue;
    else if (ft_event_is_plain (e))
      ft_order_threads_begin (&f->check.order->threads, e->thread);
    else
      step_sync (f, e);
}

ft_shadow *ft_filter_shadow (ft_filter *f) {
  return &f->shadow;
}

bool ft_filter_step (ft_filter *f, const ft_event *e) {
  uint8_t racy = 0;
  f->position++;
  if (!f->pairs) {
    ft_filter_run (f, e, 1, &racy, 1);
    return racy;
  }
  FT_CLEAR (f->partners);
  if (ft_event_is_void (e))
    return false;
  step_order (f, e);
  bool found = find_partners (f, e);
  return f->kind == FT_FILTER_LOCKSET
             ? ft_eraser_step (&f->eraser, f->tables, e, FT_ALL_VARIABLES)
             : found;
}

const ft_pos *ft_filter_partners (const ft_filter *f, size_t *count) {
  assert (f->pairs);
  *count = f->partners.size;
  return f->partners.begin;
}

static const char *const names[] = {
#define F(NAME, text) text,
    FT_FILTERS (F)
#undef F
};

int ft_filter_kind_of (const char *name) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (names[i], name))
      return (int)i;
  return -1;
}

const char *ft_filter_name (enum ft_filter_kind kind) {
  return names[kind];
}
