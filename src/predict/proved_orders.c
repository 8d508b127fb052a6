#include "predict/proved_orders.h"

// Questions that may fail before any has to be proved, and the share of them that
// has to be: one in so many.
enum { PATIENCE = 4, SHARE = 4 };

void ft_proved_orders_release (ft_proved_orders *p) {
  FT_RELEASE (p->list);
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

void ft_proved_orders_enter (ft_proved_orders *p, ft_id first, ft_id last,
                             bool proved) {
  p->asked++;
  p->proved += proved;
  if (proved)
    FT_PUSH (p->list, ((ft_proved_order){first, last}));
}
