#include "order/condition.h"

#include <assert.h>

typedef struct ft_condition condition;
typedef struct ft_notice notice;
typedef struct ft_condition_waiter waiter;

static void forget_notices (condition *c) {
  for (size_t i = 0; i < c->notices.size; i++)
    ft_clocks_release (&c->notices.begin[i].clocks);
  c->dropped += c->notices.size;
  FT_CLEAR (c->notices);
}

void ft_conditions_release (ft_conditions *all) {
  for (size_t i = 0; i < all->conditions.size; i++) {
    forget_notices (all->conditions.begin + i);
    FT_RELEASE (all->conditions.begin[i].notices);
  }
  FT_RELEASE (all->conditions);
  FT_RELEASE (all->waiters);
}

static condition *condition_at (ft_conditions *all, ft_id id) {
  FT_GROW (all->conditions, (size_t)id + 1, ((condition){.waiting = 0}));
  return all->conditions.begin + id;
}

static waiter *waiter_at (ft_conditions *all, ft_tid t) {
  FT_GROW (all->waiters, (size_t)t + 1, ((waiter){FT_NO_ID, 0}));
  return all->waiters.begin + t;
}

void ft_condition_wait (ft_conditions *all, ft_id id, ft_tid t) {
  ft_condition_leave (all, t);
  condition *c = condition_at (all, id);
  *waiter_at (all, t) = (waiter){id, c->dropped + c->notices.size};
  c->waiting++;
}

// A notification while no thread waits can never explain a wake.
void ft_condition_notify (ft_conditions *all, ft_id id, const ft_clocks *clocks,
                          bool broadcast) {
  condition *c = condition_at (all, id);
  if (!c->waiting)
    return;
  notice n = {.broadcast = broadcast};
  ft_clocks_copy (&n.clocks, clocks);
  FT_PUSH (c->notices, n);
}

void ft_condition_wake (ft_conditions *all, ft_id id, ft_tid t,
                        ft_clocks *clocks) {
  waiter *w = waiter_at (all, t);
  if (w->condition != id)
    return;
  condition *c = condition_at (all, id);
  for (size_t i = w->since - c->dropped; i < c->notices.size; i++) {
    notice *n = c->notices.begin + i;
    if (n->taken)
      continue;
    n->taken = !n->broadcast;
    ft_clocks_join (clocks, &n->clocks, FT_ALL_CLOCKS);
    break;
  }
  ft_condition_leave (all, t);
}

void ft_condition_leave (ft_conditions *all, ft_tid t) {
  if (t >= all->waiters.size || all->waiters.begin[t].condition == FT_NO_ID)
    return;
  condition *c = condition_at (all, all->waiters.begin[t].condition);
  all->waiters.begin[t].condition = FT_NO_ID;
  assert (c->waiting);
  if (!--c->waiting)
    forget_notices (c);
}

void ft_conditions_visit (const ft_conditions *all, ft_clocks_visitor *visit,
                          void *context) {
  for (size_t i = 0; i < all->conditions.size; i++) {
    const condition *c = all->conditions.begin + i;
    for (size_t k = 0; k < c->notices.size; k++)
      visit (context, &c->notices.begin[k].clocks);
  }
}
