// How replays went, in words.

#ifndef FT_REPORT_REPLAYED_H
#define FT_REPORT_REPLAYED_H

#include <stdio.h>

#include "base/strbuf.h"
#include "results/results.h"

// Certified findings by what replays showed: confirmed, tried but never there,
// or not tried.
typedef struct ft_replay_counts {
  size_t confirmed, missed, open;
  struct ft_replay_model { // of the first two, by the model that certified
    size_t confirmed, tried;
  } models[FT_MODEL_COUNT];
} ft_replay_counts;

ft_replay_counts ft_replay_count (const ft_results *);

// Whether some need a model that is more relaxed than mcm.
bool ft_replayed_relaxed (const ft_replay_counts *);

// "mcm: 5 of 5, under value: 2 of 2", for those that there are; races and
// deadlocks.
void ft_replayed_by_model (ft_strbuf *, const ft_replay_counts *);

// What stands above the findings that no replay reached.
void ft_replayed_head (FILE *);

// ", CONFIRMED 20/20" for a head line; ", NOT REPLAYED" where that cannot be.
void ft_replayed_label (ft_strbuf *, const ft_replayed *);

// "always (20 of 20)", "13 of 20", "never (0 of 3)"
void ft_replayed_verdict (ft_strbuf *, const ft_replayed *);

// The colour of that on a terminal: of what is certified if any run got there,
// of what is undecided if none did.
const char *ft_replayed_color (const ft_replayed *);

// Where those went that did not get there, and, when none did, what can be
// done; nothing if all did.
void ft_replayed_why (FILE *, const ft_replayed *);

// What can be done when no replay got there.
void ft_replayed_next (FILE *, enum ft_replay_failure);

#endif
