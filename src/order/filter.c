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
#include "order/relations.h"
#include "order/shadow.h"

// Distances in events at which memory is prefetched.
enum { FAR = 24, NEAR = 12 };

struct ft_filter {
  enum ft_filter_kind kind;
  bool pairs;
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
  f->tables = tables;
  ft_locks_held_init (&f->locks);
  ft_eraser_init (&f->eraser);
  f->check.order = ft_filter_order (kind, tables);
  if (ft_filter_uses_locks (kind))
    f->check.locks = f->shadow.locks = &f->locks;
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

// The step of a relation at a plain access by a thread that was begun.
static inline void step_plain (ft_order *o, ft_order_thread *thread,
                               const ft_event *e,
                               const enum ft_filter_kind kind) {
  if (kind == FT_FILTER_HB || kind == FT_FILTER_C11) {
    ft_hb_access (o, e);
  } else if (kind == FT_FILTER_SHB) {
    ft_shb_access (o, thread, e);
  } else if (kind == FT_FILTER_WCP || kind == FT_FILTER_DC) {
    if (ft_section_rules_inside (&o->sections, e->thread))
      ft_section_rules_step (&o->sections, &o->threads, o->tables, e);
    ft_hb_access (o, e);
  }
}

// Whether the access itself may learn something: the same read, repeated, may
// be ordered otherwise.
static inline bool may_learn (const ft_event *e,
                              const enum ft_filter_kind kind) {
  return kind == FT_FILTER_SHB && e->kind == FT_READ;
}

// Checks an access that does not simply come after the earlier ones.
static bool check_access (ft_filter *f, const ft_order_thread *thread,
                          const ft_event *e) {
  ft_access access = {.thread = e->thread,
                      .time = thread->time,
                      .held = f->check.locks
                                  ? ft_locks_held_by (&f->locks, e->thread)
                                  : FT_LOCK_SET_EMPTY,
                      .mask = e->mask,
                      .write = e->kind == FT_WRITE};
  return ft_shadow_access (&f->shadow, thread, e->target, &access);
}

static inline bool follows (ft_shadow_cell *c, const ft_order_thread *thread,
                            const ft_event *e) {
  return e->kind == FT_WRITE ? ft_shadow_write (c, thread, e->thread, e->mask)
                             : ft_shadow_read (c, thread, e->thread, e->mask);
}

// ft_shadow_write or ft_shadow_read where locks count: the locks held must be
// the same.
static inline bool follows_held (const ft_filter *f, ft_shadow_cell *c,
                                 const ft_order_thread *thread,
                                 const ft_event *e) {
  ft_shadow_held *held = ft_shadow_held_at (&f->shadow, e->target);
  ft_id now = ft_locks_held_by (&f->locks, e->thread);
  if ((c->write_mask && held->write != now) ||
      (c->read_mask && held->read != now) || !follows (c, thread, e))
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
  step_plain (o, thread, e, kind);
  bool simple = kind == FT_FILTER_HYBRID ? follows_held (f, c, thread, e)
                                         : follows (c, thread, e);
  bool racy = !simple && check_access (f, thread, e);
  c->stamp = may_learn (e, kind) && stamp != thread->stamp ? 0 : thread->stamp;
  c->last = ft_shadow_access_kind (e->kind == FT_WRITE, e->mask);
  c->racy = racy;
  return racy;
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

// A step on an event that is no plain access.  Locks are no part of fork and
// join, but an access under other locks is no repetition, so the stamp changes.
static bool step_other (ft_filter *f, const ft_event *e) {
  step_order (f, e);
  ft_order_thread *thread =
      ft_order_threads_at (&f->check.order->threads, e->thread);
  if (f->check.locks)
    thread->stamp++;
  bool racy = false;
  uint32_t count = ft_variable_access_count (f->tables, e);
  for (uint32_t i = 0; i < count; i++) {
    ft_variable_access accessed = ft_variable_access_at (f->tables, e, i);
    ft_access access = ft_access_of (&f->check, &accessed, e->thread);
    racy |= ft_shadow_access (&f->shadow, thread, accessed.variable, &access);
  }
  return racy;
}

static bool is_plain (const ft_event *e) {
  return e->kind == FT_READ || e->kind == FT_WRITE;
}

// Prefetches the memory that accesses some events ahead will look at, so that
// many cache misses are under way at once; the pointers to it earlier.  (Unless
// it is always inlined, gcc takes this function for one that does nothing.)
__attribute__ ((always_inline)) static inline void
prefetch_ahead (const ft_filter *f, const ft_event *e, size_t left,
                const enum ft_filter_kind kind) {
  if (left <= FAR)
    return;
  bool sections = kind == FT_FILTER_WCP || kind == FT_FILTER_DC;
  const ft_ccs *ccs = &f->check.order->sections.ccs;
  if (is_plain (e + FAR)) {
    ft_shadow_prefetch (&f->shadow, e[FAR].target);
    if (sections)
      ft_ccs_prefetch (ccs, e[FAR].target);
  }
  if (sections && is_plain (e + NEAR))
    ft_ccs_prefetch_list (ccs, e[NEAR].target);
}

static inline void run_order (ft_filter *f, const ft_event *events,
                              size_t count, uint8_t *racy,
                              const enum ft_filter_kind kind) {
  for (size_t i = 0; i < count; i++) {
    const ft_event *e = events + i;
    prefetch_ahead (f, e, count - i, kind);
    if (ft_event_is_void (e))
      continue;
    bool found = is_plain (e) ? step_access (f, e, kind) : step_other (f, e);
    racy[i] |= (uint8_t)(found << kind);
  }
}

static void run_eraser (ft_filter *f, const ft_event *events, size_t count,
                        uint8_t *racy) {
  for (size_t i = 0; i < count; i++)
    if (!ft_event_is_void (events + i) &&
        ft_eraser_step (&f->eraser, f->tables, events + i))
      racy[i] |= 1u << FT_FILTER_LOCKSET;
}

static void run_filter (ft_filter *f, const ft_event *events, size_t count,
                        uint8_t *racy) {
  switch (f->kind) {
  case FT_FILTER_HB:
    run_order (f, events, count, racy, FT_FILTER_HB);
    break;
  case FT_FILTER_SHB:
    run_order (f, events, count, racy, FT_FILTER_SHB);
    break;
  case FT_FILTER_WCP:
    run_order (f, events, count, racy, FT_FILTER_WCP);
    break;
  case FT_FILTER_DC:
    run_order (f, events, count, racy, FT_FILTER_DC);
    break;
  case FT_FILTER_HYBRID:
    run_order (f, events, count, racy, FT_FILTER_HYBRID);
    break;
  case FT_FILTER_C11:
    run_order (f, events, count, racy, FT_FILTER_C11);
    break;
  case FT_FILTER_LOCKSET:
    run_eraser (f, events, count, racy);
    break;
  }
}

bool ft_filter_step (ft_filter *f, const ft_event *e) {
  uint8_t racy = 0;
  f->position++;
  if (!f->pairs) {
    run_filter (f, e, 1, &racy);
    return racy;
  }
  FT_CLEAR (f->partners);
  if (ft_event_is_void (e))
    return false;
  step_order (f, e);
  bool found = find_partners (f, e);
  return f->kind == FT_FILTER_LOCKSET
             ? ft_eraser_step (&f->eraser, f->tables, e)
             : found;
}

// ---- several filters -------------------------------------------------------

struct ft_filters {
  FT_STACK (ft_filter *) filters;
};

ft_filters *ft_filters_new (unsigned kinds, const ft_tables *tables) {
  assert (kinds < 2u << FT_FILTER_C11);
  ft_filters *fs = FT_NEW (ft_filters);
  for (unsigned kind = 0; kinds >> kind; kind++)
    if (kinds >> kind & 1)
      FT_PUSH (fs->filters,
               ft_filter_new ((enum ft_filter_kind)kind, tables, false));
  return fs;
}

void ft_filters_free (ft_filters *fs) {
  if (!fs)
    return;
  for (size_t i = 0; i < fs->filters.size; i++)
    ft_filter_free (fs->filters.begin[i]);
  FT_RELEASE (fs->filters);
  free (fs);
}

void ft_filters_step (ft_filters *fs, const ft_event *events, size_t count,
                      uint8_t *racy) {
  memset (racy, 0, count);
  for (size_t i = 0; i < fs->filters.size; i++)
    run_filter (fs->filters.begin[i], events, count, racy);
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
