#include "predict/proved_orders.h"

// Questions that may fail before any has to be proved, and the share of them that
// has to be: one in so many.
enum { PATIENCE = 4, SHARE = 4 };

void ft_proved_orders_release (ft_proved_orders *p) {
  FT_RELEASE (p->list);
  FT_RELEASE (p->open);
  *p = (ft_proved_orders){0};
}

// Whether two events are of one thread, and the first comes first or is the other.
static bool is_up_to (const ft_index *x, ft_id e, ft_id other) {
  const ft_event *events = x->trace->events;
  return events[e].thread == events[other].thread &&
         x->local[e] <= x->local[other];
}

bool ft_proved_orders_refute (const ft_proved_orders *p, const ft_index *x,
                              const ft_id pair[2]) {
  for (size_t i = 0; i < p->list.size; i++)
    for (int k = 0; k < 2; k++)
      if (is_up_to (x, pair[k], p->list.begin[i].first) &&
          is_up_to (x, p->list.begin[i].last, pair[1 - k]))
        return true;
  return false;
}

bool ft_proved_orders_pay (const ft_proved_orders *p) {
  return p->asked < PATIENCE + SHARE * p->proved;
}

void ft_proved_orders_enter (ft_proved_orders *p, ft_proved_order order,
                             enum ft_answer answer, double seconds) {
  const double some = 2;
  bool in_vain = answer == FT_UNKNOWN && seconds > 0 && seconds < some;
  p->asked += !in_vain;
  p->proved += answer == FT_UNSAT;
  if (answer == FT_UNSAT)
    FT_PUSH (p->list, order);
  else
    FT_PUSH (p->open, ((ft_open_order){
                          order, answer == FT_UNKNOWN ? seconds : 0}));
}

bool ft_proved_orders_is_open (const ft_proved_orders *p, ft_proved_order order,
                               double seconds) {
  for (size_t i = 0; i < p->open.size; i++) {
    const ft_open_order *o = p->open.begin + i;
    if (o->order.first == order.first && o->order.last == order.last &&
        (!o->seconds || (seconds > 0 && seconds < 2 * o->seconds)))
      return true;
  }
  return false;
}

// The first event of the thread of 'b' up to it that needs more than 'k' events of 't'.
static ft_id first_needing (const ft_ideals *needed, const ft_index *x, ft_id b,
                            ft_tid t, ft_id k) {
  ft_tid own = x->trace->events[b].thread;
  ft_id low = 0, high = x->local[b];
  while (low < high) {
    ft_id middle = low + (high - low) / 2;
    if (ft_ideals_size_in (needed, ft_index_event (x, own, middle), t) > k)
      high = middle;
    else
      low = middle + 1;
  }
  return ft_index_event (x, own, low);
}

bool ft_proved_orders_frontier (const ft_ideals *needed, const ft_index *x,
                                const ft_id pair[2], ft_proved_order *order) {
  for (int i = 0; i < 2 && needed; i++) {
    ft_id a = pair[i], b = pair[1 - i];
    ft_tid t = x->trace->events[a].thread;
    if (ft_ideals_size_in (needed, b, t) <= x->local[a])
      continue;
    ft_id last = first_needing (needed, x, b, t, x->local[a]);
    ft_id n = ft_ideals_size_in (needed, last, t);
    *order = (ft_proved_order){ft_index_event (x, t, n - 1), last};
    return true;
  }
  return false;
}
