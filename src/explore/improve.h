// Improve (Racageddon, Section 3.2): from the trace of a run and a pair to a
// schedule with a better chance to lead to this race.
//
// If the certifiers prove the race, its witness is such a schedule, and it is
// replayed when the run is checked ('explore_check.h').  Improve is for pairs
// that they cannot prove in this trace.  It gives partial schedules which bring
// the two threads as close to their events as the locks, forks, joins and
// notifications of the trace allow, whatever values are read.  If the program
// leaves the schedule it continues freely; this run is a new trace.  The
// choices depend on the trace and the pair alone, and a schedule that was run
// is not made again.
//
// A thread is rushed to an event: it runs alone, and the threads that it waits
// for run first, no further than needed. Cost: linear in the trace times the
// threads that wait for each other in a chain, and a search through the trace
// for each missing notification.  Compared with the definition of the possible
// next steps, and with a search through all interleavings, in
// tests/unit/test_improve.c.

#ifndef FT_EXPLORE_IMPROVE_H
#define FT_EXPLORE_IMPROVE_H

#include "trace/index.h"

typedef FT_STACK (ft_id) ft_event_list;

//     improvement, its schedule
#define FT_IMPROVEMENTS(I)                                                     \
  I (SECOND_FIRST) /* both threads to their events, the later one first */     \
  I (FIRST_FIRST)  /* both threads, the earlier one first */                   \
  I (HOLD_FIRST)   /* the earlier one waits at its event, others end */        \
  I (HOLD_SECOND)                                                              \
  I (BAR_FIRST) /* the earlier one does not begin before others end */         \
  I (BAR_SECOND)

enum ft_improvement {
#define I(NAME) FT_IMPROVE_##NAME,
  FT_IMPROVEMENTS (I)
#undef I
};

#define I(NAME) +1
enum { FT_IMPROVEMENT_COUNT = 0 FT_IMPROVEMENTS (I) };
#undef I

// Fills '*schedule' with the events to run, in order: a prefix of each thread.
// 'pair' is ascending.
void ft_improve (const ft_index *, const ft_id pair[2], enum ft_improvement,
                 ft_event_list *schedule);

// A digest of a schedule by its threads, kinds and locations, which is the same
// in other traces; never 0.
uint64_t ft_improve_digest (const ft_trace *, const ft_event_list *);

#endif
