// The checker: decides whether a schedule is a correct reordering of a trace
// that leaves both accesses of a pair enabled, or a cycle of threads waiting
// for each other's locks (design: semantics, "Correct reordering", rules 1 to
// 3, and "Race, deadlock").  The search is not trusted; this file is.
//
// It uses the trace model and nothing else, no index, no order, no encoder,
// no solver, and 'foretrace-verify' is linked from base, trace and witness
// alone.

// - Events that are void (see 'ft_event_is_void') are only bound to program
//   order; all others to the rules of their kinds: 'check.c' for threads,
//   'sync.c' for locks and objects, 'memory.c' for lifetimes and what a read
//   returns, 'needs.c' for which reads matter, 'blocked.c' for deadlocks.
// - The schedule holds the events that run, each once; events that nobody
//   needs are left out.  The pair, or the blocked acquires, are what their
//   threads would do next.

#ifndef FT_WITNESS_CHECKER_H
#define FT_WITNESS_CHECKER_H

#include "base/strbuf.h"
#include "witness/witness.h"

typedef struct ft_checker ft_checker;

// Derives what was recorded (who read from whom, rounds of barriers, ...) in
// one pass over the trace, which is borrowed.
ft_checker *ft_checker_new (const ft_trace *);
void ft_checker_free (ft_checker *);

// Linear in the schedule.  On refusal says why, in terms of events, in '*why'
// (may be NULL): which event, which rule, what was expected.
bool ft_checker_accepts (ft_checker *, const ft_witness *, ft_strbuf *why);

// After 'ft_checker_accepts' said yes under a model in which values change: the
// reads that returned something else than in the trace; into 'changed'.
void ft_checker_changes (const ft_checker *, ft_witness *);

// A schedule step by step, for a search that asks what may come next; what it
// finds has to be accepted as a whole like any other.
void ft_checker_begin (ft_checker *);
// Whether an event may come next, and returns what it did if it is a read.
bool ft_checker_may (ft_checker *, ft_id event);
// False, and nothing happens, when it may not.
bool ft_checker_run (ft_checker *, ft_id event);

#endif
