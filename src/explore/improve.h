// Improve (Section 3.2 of the paper): from the trace of a run and a pair to a
// schedule that has a better chance to lead to that race.
//
// Where the certifiers prove the race, the witness is that schedule, and it is
// replayed with the run that was checked ('trial.h').  This is for pairs that
// they cannot prove in this trace: the best partial schedules, which bring the
// two threads as close as the locks, forks, joins and notifications of the
// trace let them, whatever values are read.  The program decides what comes of
// it: where it leaves the schedule it goes on freely, and that run is a new
// trace.  Idempotent: the choices are of the trace and the pair alone, and one
// that was run already is not made again.
//
// A thread is rushed: it runs alone, and what it waits for runs first, no
// further than needed.  Linear in the trace times the threads that wait for
// each other in a chain, but for notifications, which are searched for.
// Compared with the definition of what may come next, and with a search through
// all interleavings, in tests/unit/test_improve.c.

#ifndef FT_EXPLORE_IMPROVE_H
#define FT_EXPLORE_IMPROVE_H

#include "trace/index.h"

typedef FT_STACK (ft_id) ft_event_list;

//     how, what it does
#define FT_IMPROVEMENTS(I)                                                     \
  I (SECOND_FIRST) /* both to their events, the later one goes first */        \
  I (FIRST_FIRST)  /* both, the earlier one goes first */                      \
  I (HOLD_FIRST)   /* the earlier one is held at its event, others end */      \
  I (HOLD_SECOND)                                                              \
  I (BAR_FIRST) /* the earlier one does not begin before others ended */       \
  I (BAR_SECOND)

enum ft_improvement {
#define I(NAME) FT_IMPROVE_##NAME,
  FT_IMPROVEMENTS (I)
#undef I
};

#define I(NAME) +1
enum { FT_IMPROVEMENT_COUNT = 0 FT_IMPROVEMENTS (I) };
#undef I

// Fills '*schedule' with events to run, in order: of each thread a prefix.
// 'pair' ascends.
void ft_improve (const ft_index *, const ft_id pair[2], enum ft_improvement,
                 ft_event_list *schedule);

// A digest of a schedule that is the same for traces in which threads, kinds
// and locations are; never 0.
uint64_t ft_improve_digest (const ft_trace *, const ft_event_list *);

#endif
