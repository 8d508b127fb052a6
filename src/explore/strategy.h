// What to run next.
//
//   racageddon  the search of the paper: improve for each candidate until it is
//               a race or nothing better is left, then each race with its
//               events swapped; super-rounds after each of these; what these
//               runs cannot add, some by chance may
//   free        the same without super-rounds: what leaves its schedule goes on
//               freely
//   improve     the same without other inputs
//   concolic    other inputs alone, under the schedules of a plain start
//   random      as RaceFuzzer (Sen, PLDI 2008): a thread that comes to a
//               candidate pauses there until the other one comes, everything
//               else is random; every second run is random altogether
//   pct         runs under PCT
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

// The next job, which is begun by that.  False if there is none while 'busy'
// others are under way, or none at all.
bool ft_strategy_next (const ft_explore_options *, ft_search_state *,
                       unsigned busy, ft_job *);

// After its line was learned.
void ft_strategy_done (const ft_explore_options *, ft_search_state *,
                       const ft_job *);

#endif
