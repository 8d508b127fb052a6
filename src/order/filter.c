#include "order/filter.h"

#include <string.h>

#include "order/history.h"
#include "order/lockset.h"
#include "order/shadow.h"

struct ft_filter {
  enum ft_filter_kind kind;
  bool pairs;
  const ft_tables *tables; // borrowed
  ft_holders holders;
  ft_judge judge;
  ft_lockset lockset;
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
  ft_holders_init (&f->holders);
  ft_lockset_init (&f->lockset);
  f->judge.order = ft_filter_order (kind, tables);
  if (ft_filter_uses_locks (kind))
    f->judge.holders = &f->holders;
  return f;
}

void ft_filter_free (ft_filter *f) {
  if (!f)
    return;
  ft_order_free (f->judge.order);
  ft_holders_release (&f->holders);
  ft_lockset_release (&f->lockset);
  ft_shadow_release (&f->shadow);
  ft_history_release (&f->history);
  FT_RELEASE (f->partners);
  free (f);
}

static int ascending (const void *a, const void *b) {
  ft_pos p = *(const ft_pos *)a, q = *(const ft_pos *)b;
  return (p > q) - (p < q);
}

// No partner is found twice: only a FREE touches several variables, and two of
// them do not conflict.
static bool find_partners (ft_filter *f, const ft_event *e) {
  uint32_t touches = ft_touch_count (f->tables, e);
  for (uint32_t i = 0; i < touches; i++) {
    ft_touch touch = ft_touch_at (f->tables, e, i);
    ft_access access = ft_access_of (&f->judge, &touch, e->thread);
    ft_history_access (&f->history, &f->judge, touch.variable, &access,
                       f->position, &f->partners);
  }
  if (f->partners.size > 1)
    qsort (f->partners.begin, f->partners.size, sizeof (ft_pos), ascending);
  return f->partners.size;
}

static bool look_up (ft_filter *f, const ft_event *e) {
  bool racy = false;
  uint32_t touches = ft_touch_count (f->tables, e);
  for (uint32_t i = 0; i < touches; i++) {
    ft_touch touch = ft_touch_at (f->tables, e, i);
    ft_access access = ft_access_of (&f->judge, &touch, e->thread);
    racy |= ft_shadow_access (&f->shadow, &f->judge, touch.variable, &access);
  }
  return racy;
}

static void step_order (ft_filter *f, const ft_event *e) {
  if (f->judge.order)
    ft_order_step (f->judge.order, e);
  if (f->judge.holders)
    ft_holders_step (f->judge.holders, e);
}

// Plain accesses, which are most events: the same as the last one to the
// variable is answered at once.
static bool step_access (ft_filter *f, const ft_event *e) {
  ft_order *order = f->judge.order;
  ft_touch touch = {e->target, e->mask, e->kind == FT_WRITE, false, false};
  ft_access access = ft_access_of (&f->judge, &touch, e->thread);
  uint32_t stamp = ft_order_stamp (order, e->thread);
  bool racy;
  if (ft_shadow_repeats (&f->shadow, e->target, &access, stamp, &racy))
    return racy;
  ft_order_step (order, e);
  access.time = ft_order_time (order, e->thread);
  racy = ft_shadow_access (&f->shadow, &f->judge, e->target, &access);
  if (stamp == ft_order_stamp (order, e->thread))
    ft_shadow_remember (&f->shadow, e->target, &access, stamp, racy);
  return racy;
}

static bool judge (ft_filter *f, const ft_event *e) {
  bool plain = e->kind == FT_READ || e->kind == FT_WRITE;
  if (plain && !f->pairs && f->judge.order)
    return step_access (f, e);
  step_order (f, e);
  if (f->pairs)
    return find_partners (f, e);
  return f->judge.order && look_up (f, e);
}

bool ft_filter_step (ft_filter *f, const ft_event *e) {
  FT_CLEAR (f->partners);
  bool racy = false;
  if (!ft_event_is_void (e)) {
    racy = judge (f, e);
    if (f->kind == FT_FILTER_LOCKSET)
      racy = ft_lockset_step (&f->lockset, f->tables, e);
  }
  f->position++;
  return racy;
}

struct ft_filters {
  FT_STACK (ft_filter *) filters;
};

ft_filters *ft_filters_new (unsigned kinds, const ft_tables *tables) {
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

static void run (ft_filter *f, const ft_event *events, size_t count,
                 uint8_t *racy) {
  for (size_t i = 0; i < count; i++)
    racy[i] |= (uint8_t)(ft_filter_step (f, events + i) << f->kind);
}

void ft_filters_step (ft_filters *fs, const ft_event *events, size_t count,
                      uint8_t *racy) {
  memset (racy, 0, count);
  for (size_t i = 0; i < fs->filters.size; i++)
    run (fs->filters.begin[i], events, count, racy);
}

const ft_pos *ft_filter_partners (const ft_filter *f, size_t *count) {
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
