// Race-directed exploration (Eslamimehr and Palsberg, Racageddon, Section 3.6):
// runs of a program, each chosen from what the earlier ones left undecided,
// until every candidate is a race or nothing better is left to try.

#ifndef FT_EXPLORE_EXPLORE_H
#define FT_EXPLORE_EXPLORE_H

#include "base/error.h"
#include "explore/search_state.h"

// Why an exploration ended.
enum ft_explore_end {
  FT_EXPLORED,       // nothing is left to try
  FT_EXPLORED_FOUND, // the finding of --until is there
  FT_EXPLORED_RUNS,  // the limit on runs
  FT_EXPLORED_TIME,  // the budget
  FT_EXPLORED_DISK,  // the recordings that must be kept exceed the limit
  FT_EXPLORED_STOP,  // the user interrupted
};

typedef struct ft_explore_watcher {
  // Called after each run; 'race' is the newest race it confirmed, or NULL.
  void (*progress) (void *context, const ft_search_state *,
                    const ft_found_race *race);
  void *context;
} ft_explore_watcher;

// The file of the directory with the bad ends that a database can be given; made again
// at each end of an explorer.
extern const char ft_explore_ends_name[];

// Makes the directory of an exploration of a program that can be recorded. With
// 'fresh' the files of an earlier exploration are removed, and nothing else.
bool ft_explore_prepare (const char *directory, const char *program, bool fresh,
                         ft_error *);

// Reads the journal of earlier explorations in the directory and continues the
// search.  False and an error if the program cannot be run or the directory is
// of another exploration; the search state then has the results so far.
bool ft_explore (const ft_explore_options *, const ft_explore_watcher *,
                 ft_search_state *, enum ft_explore_end *, ft_error *);

#endif
