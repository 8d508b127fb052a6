// Search strategies: the choice of the next run.
//
//   racageddon  the search of the paper: improve for each candidate until it is
//               a race or nothing better is left, then each race with its
//               events swapped; super-rounds after each of these; random runs
//               when nothing else is left
//   free        the same without super-rounds: a run that leaves its schedule
//               continues freely
//   improve     the same without other inputs
//   concolic    only other inputs, under the schedules of a plain start
//   random      as RaceFuzzer (Sen, PLDI 2008): a thread that comes to a
//               candidate pauses there until the other thread comes, everything
//               else is random; every second run is entirely random
//   pct         runs under PCT (Burckhardt et al., ASPLOS 2010)
//   repeat      runs as the program is started

#ifndef FT_EXPLORE_STRATEGY_H
#define FT_EXPLORE_STRATEGY_H

#include "explore/search_state.h"

#define FT_STRATEGIES(S)                                                       \
  S (racageddon)                                                               \
  S (free)                                                                     \
  S (improve)                                                                  \
  S (concolic)                                                                 \
  S (random)                                                                   \
  S (pct)                                                                      \
  S (repeat)

enum ft_strategy {
#define S(name) FT_STRATEGY_##name,
  FT_STRATEGIES (S)
#undef S
};

extern const char *const ft_strategy_names[]; // ends with NULL

// Whether the finding is there that ends the search ('until').
bool ft_strategy_has_found (const ft_explore_options *, const ft_search_state *);

// Chooses the next job and marks it as begun.  False if there is none as long
// as 'busy' other jobs run, or none at all.
bool ft_strategy_next (const ft_explore_options *, ft_search_state *,
                       unsigned busy, ft_job *);

// Marks a job as done, after the search state has learned its journal entry.
void ft_strategy_done (const ft_explore_options *, ft_search_state *,
                       const ft_job *);

// Whether the strategy tries accesses in other orders.
bool ft_strategy_reorders (const ft_explore_options *);

#endif
