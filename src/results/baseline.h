// Baselines: the fingerprints of findings that are known already.

#ifndef FT_RESULTS_BASELINE_H
#define FT_RESULTS_BASELINE_H

#include "base/error.h"
#include "results/results.h"

typedef struct ft_baseline ft_baseline;

struct ft_baseline {
  FT_STACK (uint64_t) known; // ascending
};

// Reads the certified findings of the results of a check as JSON
// ('foretrace-results/1'), or a list of fingerprints.  A line of a list is 16
// hex digits and a comment after them, or a comment that begins with '#'. False
// and an error if the file is neither.
bool ft_baseline_read (ft_baseline *, const char *path, ft_error *);
void ft_baseline_release (ft_baseline *); // (ft_baseline){0} is empty

bool ft_baseline_has (const ft_baseline *, uint64_t fingerprint);

// Marks the races and deadlocks that the baseline has, and counts the certified
// ones among them.
void ft_baseline_apply (const ft_baseline *, ft_results *);

#endif
