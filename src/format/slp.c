// Straight-line programs: checking, and finding positions by descent.
// Slow twin: 'tests/unit/test_slp.c', expansion by recursion.

#include "format/slp.h"

#include <inttypes.h>

void ft_slp_release (ft_slp *slp) {
  FT_RELEASE (slp->rules);
  FT_RELEASE (slp->items);
  FT_RELEASE (slp->ends);
  FT_RELEASE (slp->terminals);
}

// ---- construction ----------------------------------------------------------

uint32_t ft_slp_add (ft_slp *slp, const ft_event *event) {
  FT_PUSH (slp->terminals, *event);
  return (uint32_t)slp->terminals.size - 1;
}

void ft_slp_item (ft_slp *slp, uint32_t symbol, uint64_t times) {
  FT_PUSH (slp->items, ((ft_production_item){symbol, times}));
}

uint32_t ft_slp_rule (ft_slp *slp) {
  size_t first = 0;
  if (slp->rules.size)
    first = FT_TOP (slp->rules).first + FT_TOP (slp->rules).count;
  FT_PUSH (slp->rules, ((ft_production){first, slp->items.size - first, 0, 0}));
  return (uint32_t)slp->rules.size - 1;
}

// ---- checking --------------------------------------------------------------

static bool fail (ft_error *error, const char *path, size_t rule, size_t item,
                  const char *what) {
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%.400s: grammar: rule %zu, item %zu: %s", path, rule, item,
                what);
  return false;
}

static bool is_known (const ft_slp *slp, size_t rule, uint32_t symbol) {
  uint32_t number = ft_slp_number (symbol);
  return ft_slp_is_rule (symbol) ? number < rule : number < slp->terminals.size;
}

static bool check_rule (ft_slp *slp, size_t r, const char *path,
                        ft_error *error) {
  ft_production *rule = slp->rules.begin + r;
  uint64_t length = 0, span;
  if (!rule->count)
    return fail (error, path, r, 0, "expected an item, found none");
  for (size_t i = 0; i < rule->count; i++) {
    const ft_production_item *item = slp->items.begin + rule->first + i;
    if (!is_known (slp, r, item->symbol))
      return fail (error, path, r, i,
                   ft_slp_is_rule (item->symbol)
                       ? "expected an earlier rule"
                       : "expected a terminal that there is");
    if (!item->times)
      return fail (error, path, r, i, "repeated 0 times");
    if (__builtin_mul_overflow (ft_slp_span (slp, item->symbol), item->times,
                                &span) ||
        __builtin_add_overflow (length, span, &length))
      return fail (error, path, r, i, "more than 2^64 events");
    if (ft_slp_is_rule (item->symbol))
      slp->rules.begin[ft_slp_number (item->symbol)].uses++;
    FT_PUSH (slp->ends, length);
  }
  rule->length = length;
  return true;
}

// The items of successive rules are contiguous, so that 'ends' is parallel to
// them.
static bool lies_behind (const ft_slp *slp, size_t r) {
  const ft_production *rule = slp->rules.begin + r;
  return rule->first == slp->ends.size &&
         rule->count <= slp->items.size - rule->first;
}

bool ft_slp_check (ft_slp *slp, const char *path, ft_error *error) {
  FT_CLEAR (slp->ends);
  for (size_t r = 0; r < slp->rules.size; r++) {
    slp->rules.begin[r].uses = 0;
    if (!lies_behind (slp, r))
      return fail (error, path, r, 0, "expected right behind the last one");
    if (!check_rule (slp, r, path, error))
      return false;
  }
  for (size_t r = 0; r + 1 < slp->rules.size; r++)
    if (!slp->rules.begin[r].uses)
      return fail (error, path, r, 0, "rule is never used");
  return true;
}

// ---- use -------------------------------------------------------------------

void ft_slp_cursor_release (ft_slp_cursor *cursor) {
  FT_RELEASE (cursor->steps);
}

// The first item from 'low' on that ends behind 'offset'.
static size_t find_item (const ft_slp *slp, const ft_production *rule,
                         uint64_t offset) {
  size_t low = rule->first, high = rule->first + rule->count - 1;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (slp->ends.begin[middle] <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void enter (ft_slp_cursor *cursor, uint32_t r, uint64_t offset) {
  const ft_slp *slp = cursor->slp;
  for (;;) {
    const ft_production *rule = slp->rules.begin + r;
    size_t i = find_item (slp, rule, offset);
    uint64_t before = i > rule->first ? slp->ends.begin[i - 1] : 0;
    uint32_t symbol = slp->items.begin[i].symbol;
    uint64_t span = ft_slp_span (slp, symbol);
    FT_PUSH (cursor->steps, ((struct ft_slp_step){i, rule->first + rule->count,
                                                  (offset - before) / span}));
    if (!ft_slp_is_rule (symbol))
      return;
    offset = (offset - before) % span;
    r = ft_slp_number (symbol);
  }
}

void ft_slp_seek (ft_slp_cursor *cursor, uint64_t position) {
  FT_CLEAR (cursor->steps);
  if (position < ft_slp_length (cursor->slp))
    enter (cursor, (uint32_t)cursor->slp->rules.size - 1, position);
}

// Advance to the next round or item of the lowest rule that has one.
static void advance (ft_slp_cursor *cursor) {
  const ft_production_item *items = cursor->slp->items.begin;
  while (cursor->steps.size) {
    struct ft_slp_step *step = &FT_TOP (cursor->steps);
    if (++step->round == items[step->item].times) {
      step->round = 0;
      step->item++;
    }
    if (step->item < step->end) {
      uint32_t symbol = items[step->item].symbol;
      if (ft_slp_is_rule (symbol))
        enter (cursor, ft_slp_number (symbol), 0);
      return;
    }
    cursor->steps.size--;
  }
}

uint32_t ft_slp_next (ft_slp_cursor *cursor) {
  if (FT_EMPTY (cursor->steps))
    return FT_NO_ID;
  size_t item = FT_TOP (cursor->steps).item;
  advance (cursor);
  return ft_slp_number (cursor->slp->items.begin[item].symbol);
}
