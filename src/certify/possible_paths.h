// Possible events: those of an unfolded trace that some schedule can come to, as far as
// the values show that threads can read.
//
// A question under the path model about an event that is not among them needs no solver:
// the checker accepts no schedule with it.  Most alternative paths of a real program are of
// this kind, for example those on which a pointer is null that is set once and never
// cleared.
//
// Definition: the least sets such that
// - every event of the run is possible and may have its recorded value;
// - a read may return what any possible write of its bytes leaves, or the initial value,
//   unless the write comes behind the read in every schedule, or is overwritten before
//   the read in every schedule: program order, forks and joins alone count;
// - an event computes what its operator gives for values that its operands may have;
// - a thread goes on behind a branch where an outcome that is possible leads, and nowhere
//   behind an event whose address, or value, must be one that it cannot be.
// By induction along any schedule that the checker accepts ('witness/value_model.c',
// 'witness/paths.c'): what it does is in these sets, since each event depends on earlier
// ones alone.  Locks and the order of threads are not looked at, so that a possible event
// need not be.  Slow twin: an interpreter that runs all schedules of tiny programs, in
// tests/unit/test_possible_paths.c.
//
// Cost: some sweeps over the unfolded trace, with each a step for a read and a write of its
// variable; variables of very many writes may hold any value.

#ifndef FT_CERTIFY_POSSIBLE_PATHS_H
#define FT_CERTIFY_POSSIBLE_PATHS_H

#include "base/deadline.h"
#include "certify/access_lists.h"
#include "trace/altpath_unfold.h"

typedef struct ft_possible_paths ft_possible_paths;

// Of an unfolded trace with its index and its writes, of which nothing is kept.  NULL if
// the deadline was over first, or after very many sweeps.
ft_possible_paths *ft_possible_paths_new (const ft_unfolding *,
                                          const ft_access_lists *writes,
                                          const ft_deadline *);
void ft_possible_paths_free (ft_possible_paths *);

// Whether some schedule may leave the event, by its number in the unfolded trace, as the
// next one of its thread; true without an analysis (NULL).
bool ft_possible_paths_has (const ft_possible_paths *, ft_id event);

// Whether a thread that is behind the event in the unfolding has executed it in every
// schedule: no path that is possible leaves the event out.  False without an analysis.
bool ft_possible_paths_passes (const ft_possible_paths *, ft_id event);

// The number of events on alternative paths that are possible.
ft_id ft_possible_paths_count (const ft_possible_paths *);

#endif
