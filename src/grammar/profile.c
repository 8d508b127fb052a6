#include "grammar/profile.h"

// Counts from the root down, since all uses of a rule are in later rules.  No
// count overflows: no symbol occurs more often than the trace is long.
static void count_all (ft_profile *p, const ft_slp *slp) {
  for (size_t r = slp->rules.size; r--;) {
    const ft_production *rule = slp->rules.begin + r;
    for (size_t i = rule->first; i < rule->first + rule->count; i++) {
      const ft_production_item *item = slp->items.begin + i;
      uint64_t *count = ft_slp_is_rule (item->symbol) ? p->rules : p->terminals;
      count[ft_slp_number (item->symbol)] += p->rules[r] * item->times;
    }
  }
}

// The rule's own events that occur more than once.
static uint64_t own_events (const ft_slp *slp, const ft_production *rule,
                            uint64_t times) {
  uint64_t events = 0;
  for (size_t i = rule->first; i < rule->first + rule->count; i++) {
    const ft_production_item *item = slp->items.begin + i;
    if (!ft_slp_is_rule (item->symbol) && times * item->times > 1)
      events += times * item->times;
  }
  return events;
}

static int by_events (const void *a, const void *b) {
  const ft_profile_row *m = a, *n = b;
  if (m->events != n->events)
    return m->events < n->events ? 1 : -1;
  return m->rule < n->rule ? -1 : m->rule > n->rule;
}

void ft_profile_init (ft_profile *p, const ft_slp *slp) {
  *p = (ft_profile){.rules = FT_ARRAY (uint64_t, slp->rules.size + 1),
                    .terminals = FT_ARRAY (uint64_t, slp->terminals.size + 1)};
  if (!slp->rules.size)
    return;
  p->rules[slp->rules.size - 1] = 1; // the root
  count_all (p, slp);
  for (uint32_t r = 0; r < slp->rules.size; r++) {
    uint64_t events = own_events (slp, slp->rules.begin + r, p->rules[r]);
    if (events)
      FT_PUSH (p->rows, ((ft_profile_row){r, p->rules[r], events}));
  }
  if (p->rows.size)
    qsort (p->rows.begin, p->rows.size, sizeof *p->rows.begin, by_events);
}

void ft_profile_release (ft_profile *p) {
  free (p->rules);
  free (p->terminals);
  FT_RELEASE (p->rows);
}

void ft_profile_census (const ft_profile *p, const ft_slp *slp,
                        ft_census *census) {
  for (size_t i = 0; i < slp->terminals.size; i++)
    ft_census_add (census, slp->terminals.begin + i, p->terminals[i]);
}

static bool is_in (const ft_id *list, size_t n, ft_id id) {
  for (size_t i = 0; i < n; i++)
    if (list[i] == id)
      return true;
  return false;
}

size_t ft_profile_locations (const ft_slp *slp, uint32_t rule, ft_id *to,
                             size_t most) {
  const ft_production *r = slp->rules.begin + rule;
  size_t n = 0;
  for (size_t i = r->first; i < r->first + r->count && n < most; i++) {
    uint32_t symbol = slp->items.begin[i].symbol;
    if (ft_slp_is_rule (symbol))
      continue;
    ft_id location = slp->terminals.begin[ft_slp_number (symbol)].location;
    if (location != FT_NO_ID && !is_in (to, n, location))
      to[n++] = location;
  }
  return n;
}
