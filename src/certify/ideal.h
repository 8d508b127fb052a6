// Ideals: sets of events that contain, with each event, the events that it
// needs.
//
// Sync-preserving ideals are sets of events, a prefix per thread, that run in
// recorded order without breaking a rule (Mathur, Pavlogiannis, Viswanathan
// 2021, Section 3).  Such a set contains, with each event, the earlier events
// of its thread, the fork of the thread, the last writer of each read that
// matters, the last event of a joined thread, and the events that conditions,
// barriers, semaphores and failed tries need in recorded order.  And of two
// sections on a lock that it has opened, not both shared, the first is closed.
//
// The first part does not depend on the set and is kept as clocks, one row per
// event that needs an event of another thread: memory is such events times
// threads.  The second part looks only at sections that are open at the end of
// a prefix. Slow twin: enumeration, through 'syncp.h', in
// tests/unit/test_syncp.c.

#ifndef FT_CERTIFY_IDEAL_H
#define FT_CERTIFY_IDEAL_H

#include "certify/cone.h"

typedef struct ft_ideals ft_ideals;

ft_ideals *ft_ideals_recorded (const ft_facts *);

// Clocks of the needs in every reordering under a model, in whatever order: the
// last writers only of reads that have no other, nothing that depends on
// recorded order alone.  So a pair is infeasible if one event needs the other
// (definition: ft_cone_ask of the relaxed question).  Under the strictest model
// also reads whose other writers come too early or too late
// ('ideal_writers.c'), the ends of sections that had to be over
// ('ideal_sections.c'), and what allows wakes and failed tries
// ('ideal_enablers.c').  NULL if clocks would take more than twice the memory of
// the trace or the deadline ('deadline' may be NULL) was over.
ft_ideals *ft_ideals_needed (const ft_facts *, enum ft_model,
                             const ft_deadline *);

// The same with the orders of assumed variables and those of the system, which
// nothing is certified against; from the clocks without them.
ft_ideals *ft_ideals_assumed (const ft_ideals *needed, const ft_deadline *);

// The same with the orders of the system alone.
ft_ideals *ft_ideals_system (const ft_ideals *needed, const ft_deadline *);

// The same with the reads that are frozen ('reads.h') in place of these orders.
ft_ideals *ft_ideals_frozen (const ft_ideals *needed, const ft_deadline *);

// Clocks of what happens before an event, as C11 defines it, in every reordering that
// has the event, from clocks of needs under the strictest model: the part of the needs
// that synchronises ('ideal_happens.c').  These live as long.
ft_ideals *ft_ideals_happens (const ft_ideals *needed, const ft_deadline *);
void ft_ideals_free (ft_ideals *);

// A cut is the number of included events of each thread.

// Includes the events that must have run for the thread of 'event' to be about
// to execute it and, with 'must_succeed', for the compare-and-swap to succeed.
void ft_ideals_reach (const ft_ideals *, ft_id event, bool must_succeed,
                      ft_id *cut);

// The number of events that ft_ideals_reach includes for these events.
uint64_t ft_ideals_size (const ft_ideals *, const ft_id *events,
                         uint32_t count);

// The number of events of thread 't' that ft_ideals_reach includes for 'event',
// if 't' is not its thread.
ft_id ft_ideals_size_in (const ft_ideals *, ft_id event, ft_tid t);

// The number of events of thread 't', which is not its own, that 'event' needs to be
// executed.
ft_id ft_ideals_before (const ft_ideals *, ft_id event, ft_tid t);

// A chain of needs from 'event', which needs 't' to have executed the event at
// its position 'at', to that event or a later one.  Appends all needs but the
// last, which it returns.
ft_need ft_ideals_chain (const ft_ideals *, ft_id event, ft_tid t, ft_id at,
                         ft_needs *);

// Closes the sections that must be closed.  False if one never is, which only a
// repaired trace can have; 'cut' is then of no use.
bool ft_ideals_close (const ft_ideals *, ft_id *cut);

// ---- infeasible ------------------------------------------------------------

// Infeasible pairs: one event needs the other, so they are impossible whatever
// the order.

// Whether clocks of needs (ft_ideals_needed, of the question's model or one
// that allows more) refute a question over the whole trace.  Then the cone is
// as after a relaxed ft_cone_ask that failed, with the needs that its
// explanation takes.
bool ft_cone_infeasible (ft_cone *, ft_question, const ft_ideals *needed);

#endif
