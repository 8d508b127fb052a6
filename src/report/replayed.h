// The outcome of replays in words.

#ifndef FT_REPORT_REPLAYED_H
#define FT_REPORT_REPLAYED_H

#include <stdio.h>

#include "base/strbuf.h"
#include "results/results.h"

// The numbers of certified findings by the outcome of their replays: confirmed,
// tried but never reached, or not tried.
typedef struct ft_replay_counts {
  size_t confirmed, missed, open;
  struct ft_replay_model { // of the confirmed and the tried ones, by the model
                           // that certified
    size_t confirmed, tried;
  } models[FT_MODEL_COUNT];
} ft_replay_counts;

ft_replay_counts ft_replay_count (const ft_results *);

// Whether some findings need a model that is more relaxed than mcm.
bool ft_replayed_relaxed (const ft_replay_counts *);

// Adds the numbers of races and deadlocks for each model that has some: "mcm: 5
// of 5, under value: 2 of 2".
void ft_replayed_by_model (ft_strbuf *, const ft_replay_counts *);

// Writes the text above the findings that no replay reached.
void ft_replayed_head (FILE *);

// Adds ", CONFIRMED 20/20" to a head line, or ", NOT REPLAYED" if it cannot be
// replayed.
void ft_replayed_label (ft_strbuf *, const ft_replayed *);

// Whether the replays of a certified finding were to come when the time was over.
bool ft_replayed_late (const ft_results *, const ft_replayed *);

// Adds "always (20 of 20)", "13 of 20" or "never (0 of 3)".
void ft_replayed_verdict (ft_strbuf *, const ft_replayed *);

// The colour of the outcome on a terminal: that of certified if any run reached
// the accesses, that of undecided if none did.
const char *ft_replayed_color (const ft_replayed *);

// Writes why runs did not reach the accesses and, if none did, what can be
// done; nothing if all did.
void ft_replayed_why (FILE *, const ft_replayed *);

// Writes what can be done if no replay reached the accesses.
void ft_replayed_next (FILE *, enum ft_replay_failure);

#endif
