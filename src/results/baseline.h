// Baselines: the findings that are known already, by fingerprint.

#ifndef FT_RESULTS_BASELINE_H
#define FT_RESULTS_BASELINE_H

#include "base/error.h"
#include "results/results.h"

typedef struct ft_baseline ft_baseline;

struct ft_baseline {
  FT_STACK (uint64_t) known; // ascending
};

// Reads the results of a check as JSON ('foretrace-results/1'), of which what
// was certified counts, or a list of fingerprints: 16 hex digits in a line,
// what follows them and lines that begin with '#' are comments.  False and an
// error if it is neither.
bool ft_baseline_read (ft_baseline *, const char *path, ft_error *);
void ft_baseline_release (ft_baseline *); // (ft_baseline){0} is empty

bool ft_baseline_has (const ft_baseline *, uint64_t fingerprint);

// Marks the races and deadlocks that the baseline has, and counts how many
// certified ones it has.
void ft_baseline_apply (const ft_baseline *, ft_results *);

#endif
