// Sections in clocks of needs.
//
// If an event inside of a section, its end included, needs the beginning of
// another section on the lock, that one began before this one did, and so was
// over by then: the event needs its end, too.  (Unless both are shared.)
//
// Cost: per event whose clock changed and per lock that its thread holds, a
// binary search in the list of acquires of each other thread.  Locks that very
// many threads take are left out.

#include "certify/ideal_rows.h"

// Limit on the threads that take a lock.
enum { LISTS = 256 };

static bool is_shared (const ft_ideals *x, ft_id acquire) {
  return x->facts->trace->events[acquire].kind == FT_ACQUIRE_SHARED;
}

// The last acquire of the list below the cut whose section excludes that of
// 'acquire', or FT_NO_ID.
static ft_id last_begun (const ft_ideals *x, const ft_access_list *list,
                         ft_id acquire, const ft_id *cut) {
  const ft_access_lists *acquires = x->facts->acquires;
  for (ft_id i = ft_access_list_from (acquires, list, cut[list->thread]);
       i-- > list->begin;) {
    ft_id other = acquires->events[i];
    if (!is_shared (x, acquire) || !is_shared (x, other))
      return other;
  }
  return FT_NO_ID;
}

// Visits the ends of sections that had to be over when that at 'acquire' began.
static void visit_lock (const ft_ideals *x, ft_id acquire, const ft_id *cut,
                        ft_need_visitor *v) {
  const ft_access_lists *l = x->facts->acquires;
  const ft_event *event = x->facts->trace->events + acquire;
  ft_id begin = l->list_begin[event->target];
  ft_id end = l->list_begin[event->target + 1];
  if (end - begin > LISTS)
    return;
  for (ft_id i = begin; i < end; i++) {
    const ft_access_list *list = l->lists.begin + i;
    if (list->thread == event->thread)
      continue;
    ft_id begun = last_begun (x, list, acquire, cut);
    ft_id release = begun == FT_NO_ID ? begun : x->facts->index->match[begun];
    if (release == FT_NO_ID || ft_ideals_includes (x, v->cut, release))
      continue;
    v->section = acquire;
    v->visit (x, release, v);
  }
}

void ft_ideals_visit_sections (const ft_ideals *x, ft_id e, const ft_id *cut,
                               ft_need_visitor *v) {
  const ft_index *index = x->facts->index;
  const ft_event *event = x->facts->trace->events + e;
  if (ft_kind_acquires (event->kind) && !ft_event_is_void (event))
    visit_lock (x, e, cut, v);
  for (ft_id h = index->held[e]; h; h = index->cells.begin[h].outer)
    visit_lock (x, index->cells.begin[h].acquire, cut, v);
}
