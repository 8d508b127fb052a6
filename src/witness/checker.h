// The checker: decides whether a schedule is a correct reordering of a trace
// that leaves both accesses of a pair enabled, a cycle of threads that wait
// for each other's locks, or a thread at its failure.  The rules are those of
// docs/reference/witness-format.md, "What is checked"; "rule 1" to "rule 7" in
// this folder are their numbers.  The search is not trusted; this file is.
//
// The checker uses the trace model and nothing else: no index, no order, no
// encoder, no solver.  'foretrace-verify' is linked from base, trace, format
// and witness alone.
//
// - A void event (see 'ft_event_is_void') is bound to program order only.  All
//   other events are bound to the rules of their kinds: 'checker.c' for
//   threads, 'sync.c' for locks and objects, 'memory.c' for lifetimes and the
//   values of reads, 'needs.c' for which reads matter, 'blocked.c' for
//   deadlocks.
// - The schedule holds the events that run, each once; events that no other
//   event needs are left out.  The pair, or the blocked acquires, are the next
//   events of their threads.

#ifndef FT_WITNESS_CHECKER_H
#define FT_WITNESS_CHECKER_H

#include "base/strbuf.h"
#include "witness/witness.h"

typedef struct ft_checker ft_checker;

// Derives the recorded facts (read sources, rounds of barriers, ...) in one
// pass over the trace, which is borrowed.
ft_checker *ft_checker_new (const ft_trace *);
void ft_checker_free (ft_checker *);

// Whether the schedule shows its race or deadlock.  Linear in the schedule.  A
// refusal writes its reason into '*why' (may be NULL): the event, the rule and
// what was expected.
bool ft_checker_accepts (ft_checker *, const ft_witness *, ft_strbuf *why);

// Whether the witness, the last one that was refused, broke a rule that no search
// knows: two allocated blocks overlap, or a write and a read behind a free, which are
// left in 'renewed' (else FT_NO_ID), may pass on a new block at the address.
bool ft_checker_refused_known (const ft_checker *, const ft_witness *,
                               ft_id renewed[2]);

// Fills 'changed' and 'flipped' of the witness that 'ft_checker_accepts' has
// just accepted: the wrong reads and the flipped branches of its schedule.
void ft_checker_changes (const ft_checker *, ft_witness *);

// A schedule step by step, for a search that asks which events may come next.
// The schedule that the search finds is checked as a whole like any other.
// Refusals are written to 'why' (may be NULL).
void ft_checker_begin (ft_checker *, enum ft_model, ft_strbuf *why);
// The checker of the trace with its alternative paths, unfolded ('altpath_unfold.h'), of
// which it is asked step by step under FT_MODEL_PATH; owned by this one.  NULL if the
// trace has none.
ft_checker *ft_checker_on_paths (ft_checker *);
// Whether the event is the next of its thread, which has been started.
bool ft_checker_reaches (ft_checker *, ft_id event);
// Whether the event may come next and, if it is a read, returns its recorded
// value.
bool ft_checker_may (ft_checker *, ft_id event);
// Whether the event may be next without anything depending on its value.
bool ft_checker_may_race (ft_checker *, ft_id event);
// Runs the event; false, without effect, if a rule forbids it.
bool ft_checker_run (ft_checker *, ft_id event);

#endif
