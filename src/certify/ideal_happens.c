// Clocks of happens-before: what happens before an event, as C11 defines it, in every
// reordering that has the event and that keeps the values of reads that matter.
//
// Clocks of needs say what comes before an event in every reordering.  Part of it
// synchronises, and the rest only shows which part:
//
// - program order, forks and joins;
// - a read that acquires and has to read from a write that releases.  That the read needs
//   the write is not enough: others that might take its place may need it, too;
// - sections of a lock: if an event in one of them needs the beginning of another
//   one, by whatever read, that one was over before this one began, and so its end
//   happens before ('ideal_sections.c');
// - rounds of barriers, and posts that a wait needs ('object_orders.h').
//
// That a plain or relaxed read needs its writer does not synchronise, nor do
// allocations, signals of conditions and failed tries.  Fences are left out.
//
// So where one access happens before the other one in these clocks the pair has no
// race under c11, whatever else races: a racy flag shows which section of a lock
// came first, and the lock is what orders.
//
// Slow twin: all reorderings of small traces, in tests/unit/test_c11_clocks.c.

#include "certify/happens.h"
#include "certify/ideal_rows.h"

bool ft_ideals_synchronises (const ft_ideals *x, ft_id read, ft_id i, bool forced) {
  const ft_event *events = x->facts->trace->events;
  ft_id writer = x->facts->reads->sources.begin[i].writer;
  return writer != FT_NO_ID && ft_kind_is_atomic (events[writer].kind) &&
         ft_kind_is_atomic (events[read].kind) &&
         ft_event_releases (events + writer) && ft_event_acquires (events + read) &&
         (forced || (x->replaceable && !x->replaceable[i] &&
                     !ft_ideals_is_replaceable (x->needed, read, i)));
}

bool ft_ideals_order_synchronises (const ft_ideals *x, ft_id first, ft_id second) {
  switch (ft_object_orders_rule (x->facts->orders, first, second)) {
  case FT_OBJECT_ROUNDS:
  case FT_OBJECT_POSTS:
  case FT_OBJECT_UNITS:
    return true;
  default:
    return false;
  }
}
