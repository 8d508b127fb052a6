// See 'slp_uses.h'.

#include "grammar/slp_uses.h"

void ft_slp_first_uses (const ft_slp *slp, uint64_t *first) {
  for (size_t r = 0; r < slp->rules.size; r++)
    first[r] = r + 1 < slp->rules.size ? UINT64_MAX : 0;
  for (size_t r = slp->rules.size; r--;) {
    const ft_production *rule = slp->rules.begin + r;
    for (size_t i = rule->first; i < rule->first + rule->count; i++) {
      if (!ft_slp_is_rule (slp->items.begin[i].symbol))
        continue;
      uint64_t *of = first + ft_slp_number (slp->items.begin[i].symbol);
      uint64_t at = first[r] + (i > rule->first ? slp->ends.begin[i - 1] : 0);
      *of = at < *of ? at : *of;
    }
  }
}

void ft_slp_count_uses (const ft_slp *slp, uint64_t *times) {
  for (size_t r = 0; r < slp->rules.size; r++)
    times[r] = r + 1 == slp->rules.size;
  for (size_t r = slp->rules.size; r--;) {
    const ft_production *rule = slp->rules.begin + r;
    for (size_t i = rule->first; i < rule->first + rule->count; i++) {
      const ft_production_item *item = slp->items.begin + i;
      if (!ft_slp_is_rule (item->symbol))
        continue;
      uint64_t *of = times + ft_slp_number (item->symbol);
      if (__builtin_add_overflow (*of, ft_slp_times (times[r], item->times),
                                  of))
        *of = UINT64_MAX;
    }
  }
}
