// Why one event needs another, read off the clocks: in each thread on the way,
// the first event that needs it is looked for by halving.

#include "certify/ideal_rows.h"

// The first event of a thread before its position 'end' whose row has the event
// looked for, or FT_NO_ID.
static ft_id first_needing (const ft_ideals *x, ft_tid t, ft_id end,
                            const ft_need_visitor *v) {
  const ft_index *index = x->facts->index;
  ft_id low = 0, high = end;
  while (low < high) {
    ft_id middle = low + (high - low) / 2;
    if (ft_ideals_row (x, ft_index_event (index, t, middle))[v->thread] > v->at)
      high = middle;
    else
      low = middle + 1;
  }
  return low < end ? ft_index_event (index, t, low) : FT_NO_ID;
}

static bool is_there (const ft_ideals *x, ft_id e, const ft_need_visitor *v) {
  return ft_ideals_thread (x, e) == v->thread &&
         ft_ideals_local (x, e) >= v->at;
}

// Best is what is looked for itself, then what needs it.
static void visit_find (const ft_ideals *x, ft_id e, ft_need_visitor *v) {
  if (v->found != FT_NO_ID && is_there (x, v->found, v))
    return;
  if (is_there (x, e, v) || ft_ideals_row (x, e)[v->thread] > v->at)
    v->found = e;
}

// What needs it in the thread of 'e', up to which it is needed.
static ft_need find_need (const ft_ideals *x, ft_id e, bool runs,
                          ft_need_visitor *v) {
  ft_id by = first_needing (x, ft_ideals_thread (x, e),
                            ft_ideals_local (x, e) + runs, v);
  v->found = FT_NO_ID;
  if (by == FT_NO_ID)
    ft_ideals_to_reach (x, by = e, true, v);
  else
    ft_ideals_to_run (x, by, v);
  return (ft_need){ft_ideals_thread (x, v->found), 0,
                   ft_ideals_local (x, v->found) + 1, by};
}

ft_need ft_ideals_chain (const ft_ideals *x, ft_id e, ft_tid t, ft_id at,
                         ft_needs *needs) {
  ft_need_visitor v = {.visit = visit_find, .thread = t, .at = at};
  ft_need need = find_need (x, e, false, &v);
  while (!is_there (x, v.found, &v)) {
    FT_PUSH (*needs, need);
    need = find_need (x, v.found, true, &v);
  }
  return need;
}
