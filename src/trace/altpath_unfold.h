// Unfolding: a trace with its alternatives as one row of events per thread.
//
// The events of alternatives stand right after their branch, those of nested
// ones after theirs, so that every path of a thread is a subsequence of its
// row: after each event the thread goes on at the next one of its path,
// skipping what lies between.  Analyses that know rows of events (program
// order, sections, lanes) work on it as on a trace, with events that a path may
// leave out. Linear in events and alternatives.

#ifndef FT_TRACE_ALTPATH_UNFOLD_H
#define FT_TRACE_ALTPATH_UNFOLD_H

#include "trace/trace.h"

// Where a branch goes if it comes out with 'outcome'.
typedef struct ft_branch_successor {
  uint64_t outcome;
  ft_id to;   // local position in the thread's row, FT_NO_ID: not known where
  ft_id next; // of the same branch, FT_NO_ID for the last
} ft_branch_successor;

typedef struct ft_unfolding ft_unfolding;

struct ft_unfolding {
  // Its tables are those of the folded trace but for the variables.  After
  // where an alternative ends come releases of what it leaves open, and
  // acquires of what it gives back and has not taken, so that the sections of a
  // row are whole; no path has them.
  ft_trace *trace;
  ft_id *number;  // per event: position in the folded trace, FT_NO_ID for those
                  // that no path has
  ft_id *place;   // the other way round; FT_NO_ID for what was left out
  ft_id *then;    // per event: local position at which its thread goes on after
                  // it (a branch: when it comes out as written); FT_NO_ID: not
                  // known where
  ft_id *side;    // per event: the alternative that it is of, or FT_NO_ID
  ft_id *outer;   // per alternative: the one that it is in, or FT_NO_ID
  ft_id *jump_of; // per event: the first jump of a branch, or FT_NO_ID
  ft_id *again;   // per event: of a release that ends a section of another row,
                  // such an acquire, whose section ends on another path; or
                  // FT_NO_ID
  FT_STACK (ft_branch_successor) jumps;
};

// NULL for a trace without alternatives.  The trace is borrowed.
ft_unfolding *ft_unfolding_new (const ft_trace *);
void ft_unfolding_free (ft_unfolding *);

#endif
