// Unfolding: a trace with its alternative paths as one sequence of events per
// thread.
//
// The events of alternative paths stand right behind their branch, those of
// nested paths behind theirs, so that every path of a thread is a subsequence
// of its events here: after each event the thread continues at the next one of
// its path and skips the events between.  Analyses of sequences of events
// (program order, critical sections) work on an unfolding as on a trace, except
// that a path may leave events out.  Linear in the number of events and
// alternative paths.

#ifndef FT_TRACE_ALTPATH_UNFOLD_H
#define FT_TRACE_ALTPATH_UNFOLD_H

#include "trace/trace.h"

// The local position at which a thread continues if a branch has 'outcome'.
typedef struct ft_branch_successor {
  uint64_t outcome;
  ft_id to;   // in the events of the thread, FT_NO_ID: unknown
  ft_id next; // successor of the same branch, FT_NO_ID for the last
} ft_branch_successor;

typedef struct ft_unfolding ft_unfolding;

struct ft_unfolding {
  // Its tables are those of the folded trace but for the variables.  Behind the
  // end of an alternative path come releases of the locks that it leaves open,
  // and acquires of the locks that it releases without having acquired them, so
  // that each thread's critical sections are complete; no path contains these
  // events.
  ft_trace *trace;
  // By position in the unfolded trace:
  ft_id *folded;  // position in the folded trace, FT_NO_ID: on no path
  ft_id *next;    // local position at which the thread continues (behind a
                  // branch: with the recorded outcome); FT_NO_ID: unknown
  ft_id *altpath; // the alternative path of the event, FT_NO_ID: recorded
  ft_id *first_successor; // of a branch, in 'successors', or FT_NO_ID
  ft_id *reacquire;       // of a release that ends a section from before its
                    // alternative path: the acquire behind the path that begins
                    // the section again for the other paths; or FT_NO_ID
  // By position in the folded trace:
  ft_id *unfolded; // position here, FT_NO_ID: dropped
  // By alternative path:
  ft_id *outer; // the path that contains its branch, or FT_NO_ID
  FT_STACK (ft_branch_successor) successors;
};

// NULL for a trace without alternative paths.  The trace is borrowed.
ft_unfolding *ft_unfolding_new (const ft_trace *);
void ft_unfolding_free (ft_unfolding *);

#endif
