// Comparison: the cost of windows.  The same candidates are decided in windows
// of several widths and in the whole trace, each under several time limits.
//
// Candidates are found once.  Every cell decides them with the same certifiers,
// so that cells differ by their window and limit alone.  Some verdicts are
// taken over instead of decided again:
// - a verdict holds under every longer limit; an undecided candidate that its
//   limit did not stop (it took less than half of it) stays undecided under a
//   longer one;
// - a schedule found in a window is one of the whole trace (the checker knows
//   no windows).  The unbounded cell decides every candidate itself; a
//   candidate that it leaves undecided and a window certified is 'borrowed':
//   counted as certified, with the time that this took.  So windowed certified
//   ⊆ unbounded certified, also when a limit strikes.
// Cost: one check per window and limit, less the verdicts taken over.  Compared
// with one check per cell in tests/unit/test_compare.c.

#ifndef FT_PREDICT_COMPARISON_H
#define FT_PREDICT_COMPARISON_H

#include "base/ids.h"
#include "base/stack.h"
#include "predict/check.h"

// ---- grid ------------------------------------------------------------------

// The windows and time limits of a comparison.

typedef struct ft_grid {
  FT_STACK (ft_id) windows;   // events; 0: the whole trace
  FT_STACK (double) timeouts; // seconds per candidate
} ft_grid;

void ft_grid_release (ft_grid *); // (ft_grid){0} is empty

// Sorts both lists, the whole trace last, and drops repetitions.
void ft_grid_sort (ft_grid *);

// Why a window misses a candidate.
enum ft_window_miss {
  FT_WINDOW_MISS_NONE,   // decided: certified, or impossible in the whole trace
  FT_WINDOW_MISS_APART,  // the accesses are as far apart as the window is wide
  FT_WINDOW_MISS_CUT,    // the accesses are closer, but a boundary lies between
  FT_WINDOW_MISS_INSIDE, // a window holds them, but not all events they need;
                         // see the reason
  FT_WINDOW_MISS_LIMIT,  // a window holds them, but time ran out
};

// The verdict of one cell for one candidate.
typedef struct ft_window_verdict {
  ft_race race; // without its witness
  enum ft_window_miss miss;
  bool borrowed; // certified by the schedule of a window
} ft_window_verdict;

// One cell: all candidates under one window and one time limit.
typedef struct ft_window_result {
  ft_id window;   // events; 0: the whole trace
  double timeout; // seconds per candidate
  size_t certified, refuted, undecided, borrowed;
  double seconds;              // added up over candidates
  bool partial;                // the user or the budget stopped it
  ft_window_verdict *verdicts; // owned; one per candidate, closest pairs first
} ft_window_result;

typedef struct ft_comparison {
  ft_window_result *cells; // owned; window by window, each limit by limit
  size_t windows, timeouts, candidates;
  ft_id *apart;         // owned; per candidate, distance of its closest pair
  ft_phase_ends phases; // that were cut short; certifying counts the
                        // candidates of each cell
  bool interrupted, out_of_budget, truncated;
  double seconds; // of the whole comparison
} ft_comparison;

// The grid replaces 'window' and 'timeout' of the options; 'budget' is for all
// cells together.
void ft_compare (const ft_trace *, const ft_check_options *, const ft_grid *,
                 ft_comparison *);
void ft_comparison_release (ft_comparison *);

const ft_window_result *ft_comparison_cell (const ft_comparison *,
                                            size_t window, size_t timeout);

// Whether some cell certified the candidate.
bool ft_comparison_is_race (const ft_comparison *, size_t candidate);

#endif
