#include "replay/mixed_ends.h"

static size_t count (const ft_continued_list *all, const ft_continued *like) {
  size_t n = 0;
  for (size_t i = 0; i < all->size; i++)
    n += ft_continued_ends_equal (all->begin + i, like);
  return n;
}

static bool is_mixed (const ft_order_outcomes *o, const ft_continued *x) {
  return !o->frees && !x->own && !x->of_both && !x->timed_out && !x->repeated &&
         x->class < FT_CONSEQUENCE_OUTPUT && count (&o->all, x) < o->all.size;
}

static const ft_continued *find_mixed (const ft_order_outcomes *o) {
  for (size_t i = 0; i < o->all.size; i++)
    if (is_mixed (o, o->all.begin + i))
      return o->all.begin + i;
  return NULL;
}

// Makes the continuation; 'ends' is whether it ended as the other one.
static bool try_again (const ft_repeats *r, unsigned first, unsigned round,
                       const ft_continued *like, bool *ends) {
  ft_continued_list again = {0};
  bool made = r->go_on (r->context, first, round, &again);
  *ends = count (&again, like) != 0;
  for (size_t i = 0; i < again.size; i++)
    ft_continued_release (again.begin + i);
  FT_RELEASE (again);
  return made;
}

static enum ft_discount find_discount (const ft_order_outcomes o[2],
                                       unsigned order, const ft_repeats *r,
                                       const ft_continued *x) {
  bool ends;
  if (count (&o[!order].all, x))
    return FT_DISCOUNT_BOTH;
  if (!try_again (r, order, x->round, x, &ends))
    return FT_DISCOUNT_NOT_REPEATED;
  if (!ends)
    return FT_DISCOUNT_CHANCE;
  for (unsigned i = 0; i <= r->runs; i++) {
    unsigned round = i ? r->runs + i - 1 : x->round;
    if (!try_again (r, !order, round, x, &ends))
      return FT_DISCOUNT_NOT_REPEATED;
    if (ends)
      return FT_DISCOUNT_BOTH;
  }
  return FT_DISCOUNT_NOT;
}

static void take_out (ft_order_outcomes *o) {
  size_t kept = 0;
  for (size_t i = 0; i < o->all.size; i++)
    if (o->all.begin[i].discount)
      FT_PUSH (o->discounted, o->all.begin[i]);
    else
      o->all.begin[kept++] = o->all.begin[i];
  o->all.size = kept;
}

static void settle (ft_order_outcomes *o, const ft_continued *like,
                    enum ft_discount discount) {
  for (size_t i = 0; i < o->all.size; i++) {
    ft_continued *x = o->all.begin + i;
    if (x->of_both || !ft_continued_ends_equal (x, like))
      continue;
    x->repeated = true;
    x->discount = discount;
  }
}

void ft_mixed_ends_repeat (ft_order_outcomes o[2], const ft_repeats *r) {
  ft_orders_mark_alike (o);
  for (unsigned k = 0; k < 2; k++)
    for (const ft_continued *x; (x = find_mixed (o + k));)
      settle (o + k, x, find_discount (o, k, r, x));
  for (unsigned k = 0; k < 2; k++)
    take_out (o + k);
}
