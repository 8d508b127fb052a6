// Happens-before of c11 as far as the orders of a constraint graph decide it, for
// a question under c11: which events the first access happens before in every
// answer, and which happen before the last one.
//
// An order of the graph is no happens-before by itself.  Counted are program
// order, forks, joins, a release of a lock before a later acquire, barriers with
// fixed rounds, and acquire reads that must read from a release write or from
// read-modify-writes behind it, by their orders or by fences.  All of it holds in
// every answer with all events of the graph; there may be more.
//
// Cost: linear in the graph, times the rounds until nothing changes.  Compared
// with enumeration by tests/unit/test_c11_pairs.c.

#ifndef FT_CERTIFY_HAPPENS_H
#define FT_CERTIFY_HAPPENS_H

#include "certify/graph.h"

typedef struct ft_happens {
  ft_id *after;  // per thread: the first access happens before its events from
                 // this local position on
  ft_id *before; // per thread: its events before this one happen before the last
  bool both;     // some event is both, which no answer allows
} ft_happens;

// Whether an atomic access or a fence acquires or releases by its order, which
// is seq_cst if it was not recorded; consume is acquire.
bool ft_event_acquires (const ft_event *);
bool ft_event_releases (const ft_event *);

// The event with which a thread releases what an atomic write of it hands on: the
// write itself, or the last release fence before it; and the event that acquires
// what an atomic read finds: the read itself, or the next acquire fence.
// FT_NO_ID: none.
ft_id ft_releasing_event (const ft_index *, ft_id write);
ft_id ft_acquiring_event (const ft_index *, ft_id read);

void ft_happens_init (ft_happens *, const ft_graph *);
void ft_happens_release (ft_happens *);

#endif
