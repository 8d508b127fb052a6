// Allocated blocks in a schedule: no two of them that exist at once overlap.
//
// The addresses of blocks are those of the trace.  Where the trace itself has a
// block at memory of another one that was never freed, that one ended without a
// record, and does so in the schedule.

#include "witness/checker_state.h"

static const ft_detail *range_of (const ft_checker *c, ft_id event) {
  const ft_detail *d =
      ft_tables_detail (&c->trace->tables, c->trace->events + event);
  return d && d->bytes && d->address + (d->bytes - 1) >= d->address ? d : NULL;
}

// Whether one of two blocks that overlap has to be freed before the other one
// is allocated: the trace does so with the first one.
static bool exclude (const ft_checker *c, ft_id a, ft_id b) {
  ft_id freed = ft_map_get (&c->facts.freed_by, a < b ? a : b);
  return freed != FT_NO_ID && freed < (a < b ? b : a);
}

bool ft_block_allows (ft_checker *c, ft_id event) {
  const ft_detail *d = range_of (c, event);
  if (!d)
    return true;
  uint64_t first = d->address, last = first + (d->bytes - 1);
  for (ft_id a; (a = ft_ranges_overlap (&c->live, first, last)) != FT_NO_ID;) {
    c->overlaps = exclude (c, a, event);
    if (c->overlaps)
      return ft_refuse (
          c, "%s comes before the memory of %s is freed, a part of which it gets",
          ft_describe (c->trace, event).text, ft_describe (c->trace, a).text);
    uint64_t from = first, to = last;
    ft_ranges_get (&c->live, &from, &to);
    if (from <= first)
      break;
    last = from - 1;
  }
  return true;
}

static void end_all (ft_checker *c, uint64_t first, uint64_t last) {
  for (ft_id a; (a = ft_ranges_overlap (&c->live, first, last)) != FT_NO_ID;)
    ft_ranges_remove (&c->live, range_of (c, a)->address);
}

void ft_block_do (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  const ft_detail *d = range_of (c, event);
  if (!d)
    return;
  if (e->kind == FT_ALLOC) {
    end_all (c, d->address, d->address + (d->bytes - 1));
    ft_ranges_insert (&c->live, d->address, d->address + (d->bytes - 1), event);
    return;
  }
  ft_id a = ft_ranges_find (&c->live, d->address);
  if (a != FT_NO_ID && ft_map_get (&c->facts.freed_by, a) == event)
    ft_ranges_remove (&c->live, range_of (c, a)->address);
}
