// Enablers in clocks of needs.
//
// A wake needs a signal or broadcast after its wait began, and a failed try a
// section that is open at that moment ('enablers.h').  A candidate is too early
// if the wait, or the try's own thread before it, needs its end.  If all that
// are left belong to one thread, the event needs the first of them.
//
// Cost: per such event a binary search in the list of candidates of each other
// thread.  Events with candidates of very many threads are left out.

#include "certify/ideal_rows.h"

// Limit on the threads that have candidates.
enum { LISTS = 256 };

// How much of thread 't' has run in any case when 'since' runs.
static ft_id count_before (const ft_ideals *x, ft_id since, ft_id event,
                           ft_tid t) {
  ft_id local = ft_ideals_local (x, since);
  if (since != event)
    return ft_ideals_row (x, since)[t];
  if (!local)
    return 0;
  ft_id before =
      ft_index_event (x->facts->index, ft_ideals_thread (x, event), local - 1);
  return ft_ideals_row (x, before)[t];
}

// The first candidate of the list that does not end among the first 'k' events
// of its thread, or FT_NO_ID.
static ft_id first_candidate (const ft_ideals *x, const ft_access_lists *l,
                              const ft_access_list *list, ft_id k) {
  const ft_enablers *enablers = x->facts->enablers;
  ft_id low = list->begin, high = list->end;
  while (low < high) {
    ft_id middle = low + (high - low) / 2;
    ft_id end = ft_enablers_end (enablers, l->events[middle]);
    if (end != FT_NO_ID && ft_ideals_local (x, end) < k)
      low = middle + 1;
    else
      high = middle;
  }
  return low < list->end ? l->events[low] : FT_NO_ID;
}

ft_id ft_ideals_enabler (const ft_ideals *x, ft_id event) {
  const ft_enablers *enablers = x->facts->enablers;
  if (!x->enablers || !ft_enablers_has (enablers, event))
    return FT_NO_ID;
  const ft_access_lists *l = ft_enablers_lists (enablers, event);
  ft_id target = x->facts->trace->events[event].target;
  ft_id begin = l->list_begin[target], end = l->list_begin[target + 1];
  ft_id found = FT_NO_ID;
  for (ft_id i = begin; i < end && end - begin <= LISTS; i++) {
    const ft_access_list *list = l->lists.begin + i;
    if (list->thread == ft_ideals_thread (x, event))
      continue;
    ft_id k = count_before (x, enablers->since[event], event, list->thread);
    ft_id candidate = first_candidate (x, l, list, k);
    if (candidate == FT_NO_ID)
      continue;
    if (found != FT_NO_ID)
      return FT_NO_ID; // several threads
    found = candidate;
  }
  return found;
}
