// The steps of filters at plain accesses, the most frequent events: they are
// inlined into the loops of 'filter.c' and 'access_check.c' with the kind of
// the filter as a constant.

#ifndef FT_ORDER_PLAIN_ACCESS_H
#define FT_ORDER_PLAIN_ACCESS_H

#include "order/filter.h"
#include "order/relations.h"
#include "order/shadow.h"

// Distances in events at which memory is prefetched.
enum {
  FT_PREFETCH_FAR = 24,
  FT_PREFETCH_FRONTIERS = 18,
  FT_PREFETCH_NEAR = 12,
  FT_PREFETCH_NEAREST = 6
};

static inline bool ft_event_is_plain (const ft_event *e) {
  return e->kind == FT_READ || e->kind == FT_WRITE;
}

// The step of a relation at a plain access by a thread that was begun.
static inline void ft_plain_step (ft_order *o, ft_order_thread *thread,
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

// Prefetches the memory of sections that accesses some events ahead will look
// at, so that many cache misses are under way at once; the pointers to it
// earlier.  'left' is the number of events from 'e' on.
__attribute__ ((always_inline)) static inline void
ft_plain_prefetch_sections (const ft_order *o, const ft_event *e, size_t left,
                            const enum ft_filter_kind kind) {
  if (left <= FT_PREFETCH_FAR ||
      (kind != FT_FILTER_WCP && kind != FT_FILTER_DC))
    return;
  const ft_ccs *ccs = &o->sections.ccs;
  if (ft_event_is_plain (e + FT_PREFETCH_FAR))
    ft_ccs_prefetch (ccs, e[FT_PREFETCH_FAR].target);
  if (ft_event_is_plain (e + FT_PREFETCH_NEAR))
    ft_ccs_prefetch_list (ccs, e[FT_PREFETCH_NEAR].target);
}

// Whether an access simply comes after the earlier ones, where locks do not
// count; the cell then has it.
static inline bool ft_plain_follows (ft_shadow_cell *c,
                                     const ft_order_thread *thread,
                                     const ft_event *e) {
  return e->kind == FT_WRITE ? ft_shadow_write (c, thread, e->thread, e->mask)
                             : ft_shadow_read (c, thread, e->thread, e->mask);
}

// Checks an access that does not simply come after the earlier ones.
static inline bool ft_plain_check (ft_shadow *shadow,
                                   const ft_order_thread *thread,
                                   const ft_event *e) {
  ft_access access = {.thread = e->thread,
                      .time = thread->time,
                      .held = shadow->locks
                                  ? ft_locks_held_by (shadow->locks, e->thread)
                                  : FT_LOCK_SET_EMPTY,
                      .mask = e->mask,
                      .write = e->kind == FT_WRITE};
  return ft_shadow_access (shadow, thread, e->target, &access);
}

// Keeps the result of an access in its cell for repetitions of it; 'stamp' is
// zero if a repetition might have another one.
static inline bool ft_plain_keep (ft_shadow_cell *c, uint64_t stamp,
                                  const ft_event *e, bool racy) {
  c->stamp = stamp;
  c->last = ft_shadow_access_kind (e->kind == FT_WRITE, e->mask);
  c->racy = racy;
  return racy;
}

#endif
