// All conflicting pairs of events of a small trace as refuted races of their own,
// for what decides which refutations hold.

#ifndef FT_MODEL_REFUTED_PAIRS_H
#define FT_MODEL_REFUTED_PAIRS_H

#include "base/alloc.h"
#include "results/results.h"
#include "trace/trace.h"

// The caller frees 'races'.
static inline ft_results ft_refuted_pairs (const ft_trace *t) {
  ft_results x = {.races = FT_ARRAY (ft_race, (size_t)t->size * t->size + 1)};
  for (ft_id j = 0; j < t->size; j++)
    for (ft_id i = 0; i < j; i++) {
      ft_race race = {.pair = {i, j}, .instances = 1, .verdict = FT_REFUTED};
      if (ft_trace_conflict (t, i, j, &race.variable))
        x.races[x.size++] = race;
    }
  return x;
}

#endif
