// Interleavings of a trace's threads that are worth a run, since two or three
// accesses come in another order and the program may fail there.
//
// Two patterns are looked for, in the accesses of each variable, and in the
// operations on each condition and semaphore:
// - an atomicity violation: two accesses of a thread in a row, and one of
//   another thread that would come between them, where no serial order has the
//   same effect (AVIO, Lu et al., ASPLOS 2006, Table 1).  Whether the accesses
//   hold a common lock does not matter, as long as the thread gives it back
//   between them.
// - an order violation: an access that conflicts with a later one of another
//   thread comes behind it.  Sections of a common lock come in the other order
//   as a whole.  A wait that begins only behind its signal is one of these.
// A try of a lock is made to fail, too, and a timed call to take no lock: in the middle
// of another thread's section.  A wait with a deadline is made to time out: it begins
// before what ends it.
//
// An order under which the values in the trace make a branch that decides over
// a failure (failure_branches.h) take its other side comes first
// (interleaving_outlook.h).  The same three locations are listed at most twice.
// Nothing here has to be right: what a run shows counts.
//
// Cost: linear in the trace, with a bounded neighbourhood of each access.

#ifndef FT_EXPLORE_INTERLEAVINGS_H
#define FT_EXPLORE_INTERLEAVINGS_H

#include "explore/improve.h"

// The events before 'stop' happen as in the trace.  Then the thread of 'stop'
// waits, and that of 'run' goes on through this event, and that of 'then'
// through that one; if that is FT_NO_ID, all other threads go on to their ends
// before the stopped one does, unless the thread of "run" goes on with a try that fails.
// If 'stop' and 'run' are of one thread, the schedule ends with 'run'.
typedef struct ft_interleaving {
  ft_id stop, run, then;
  unsigned cost; // the least first
  bool fails_try; // a try of a lock, or a timed call, is to fail
  unsigned goes_on; // by this thread, 1 + its number, as what it does next; 0: unknown
} ft_interleaving;

typedef FT_STACK (ft_interleaving) ft_interleaving_list;

// Lists the interleavings of a trace that its locks, forks, joins and
// notifications allow, in the order in which they are to be tried.  'decides'
// says by event whether it is a branch that decides over a failure; NULL:
// unknown.  The caller releases the list.
void ft_interleavings_list (const ft_index *, const bool *decides,
                            ft_interleaving_list *);

// Fills '*schedule' with the events to run.  False if the locks, forks, joins
// and notifications of the trace do not allow this order.
bool ft_interleaving_schedule (const ft_index *, const ft_interleaving *,
                               ft_event_list *schedule);

#endif
