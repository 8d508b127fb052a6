// Race-directed exploration (Racageddon, Section 3.6): runs of a program, each
// of which is chosen by what the earlier ones left open, until every candidate
// is a race or nothing better is left to try.

#ifndef FT_EXPLORE_EXPLORE_H
#define FT_EXPLORE_EXPLORE_H

#include "base/error.h"
#include "explore/search_state.h"

// Why an exploration ended.
enum ft_explore_end {
  FT_EXPLORED,      // nothing is left to try
  FT_EXPLORED_RUNS, // as many runs as are allowed
  FT_EXPLORED_TIME, // the budget
  FT_EXPLORED_DISK, // the recordings that are needed are too much
  FT_EXPLORED_STOP, // the user
};

typedef struct ft_explore_watcher {
  // After each run; 'race' is its newest race that is confirmed, or NULL.
  void (*progress) (void *context, const ft_search_state *, const ft_found_race *race);
  void *context;
} ft_explore_watcher;

// Makes the directory, for a program that can be recorded; with 'fresh' what an
// earlier exploration left there is removed, and nothing else.
bool ft_explore_prepare (const char *directory, const char *program, bool fresh,
                         ft_error *);

// Learns what earlier explorations in the directory left, goes on with that.
// False and an error when the program cannot be run, or the directory is of
// something else; what was found until then is in the memory.
bool ft_explore (const ft_explore_options *, const ft_explore_watcher *,
                 ft_search_state *, enum ft_explore_end *, ft_error *);

#endif
