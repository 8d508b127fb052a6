// What windows cost: the same candidates decided in windows of several widths
// and in the whole trace, each under several time limits.
//
// Candidates are found once; every cell decides them with the same certifiers,
// so cells differ by their window and limit alone.  What is not asked again:
// - a verdict holds under every longer limit; an open candidate that its limit
//   did not stop (it took less than half of it) stays open under a longer one;
// - a schedule found in a window is one of the whole trace (the checker knows
//   no windows).  The unbounded cell asks every candidate itself; those that
//   it leaves open and a window certified are 'borrowed': counted, with the
//   time that this took.  So windowed certified ⊆ unbounded certified, also
//   when a limit strikes.
// Cost: one check per window and limit, less what is not asked again.  Held
// together with one check per cell in tests/unit/test_compare.c.

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
  FT_WINDOW_MISS_NONE,   // it does not: certified, or impossible in the whole trace
  FT_WINDOW_MISS_APART,  // the accesses are further apart than the window is wide
  FT_WINDOW_MISS_CUT,    // they are not, but a boundary lies between them
  FT_WINDOW_MISS_INSIDE, // a window holds them and is not enough; see the reason
  FT_WINDOW_MISS_LIMIT,  // a window holds them, and time ran out
};

typedef struct ft_window_verdict {
  ft_race race; // without its witness
  enum ft_window_miss miss;
  bool borrowed; // certified by the schedule of a window
} ft_window_verdict;

typedef struct ft_window_result {
  ft_id window;   // events; 0: the whole trace
  double timeout; // seconds per candidate
  size_t certified, refuted, undecided, borrowed;
  double seconds;         // added up over candidates
  bool partial;           // the user or the budget stopped it
  ft_window_verdict *sightings; // owned; one per candidate, closest pairs first
} ft_window_result;

typedef struct ft_comparison {
  ft_window_result *cells; // owned; window by window, each limit by limit
  size_t windows, timeouts, candidates;
  ft_id *apart; // owned; per candidate, distance of its closest pair
  ft_phase_ends phases; // which were cut short; certifying counts the
                        // candidates of each cell
  bool interrupted, out_of_budget, truncated;
  double seconds; // of the whole comparison
} ft_comparison;

// Of the options, 'window' and 'timeout' come from the grid; 'budget' is for
// all cells together.
void ft_compare (const ft_trace *, const ft_check_options *, const ft_grid *,
                 ft_comparison *);
void ft_comparison_release (ft_comparison *);

const ft_window_result *ft_comparison_cell (const ft_comparison *, size_t window,
                                   size_t timeout);

// Whether some cell certified the candidate.
bool ft_comparison_is_race (const ft_comparison *, size_t candidate);

#endif
