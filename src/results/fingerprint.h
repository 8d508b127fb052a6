// Fingerprints: names of findings that stay the same from run to run and
// when lines move, for baselines (docs/reference/fingerprints.md).
//
// A race is named by its variable and its two operations, a deadlock by its
// locks and operations.  A name that begins with a digit is an address or a
// number from a recorder, which says nothing about the program: the locations
// stand in for it.  Findings that are alike are numbered by their locations,
// compared as people would (line 9 before line 10), so that a shift does not
// swap them.

#ifndef FT_RESULTS_FINGERPRINT_H
#define FT_RESULTS_FINGERPRINT_H

#include "results/results.h"

// Sets the fingerprints of all races and deadlocks, which are ranked by then.
void ft_fingerprint_all (const ft_trace *, ft_results *);

// Numbers within the texts count as numbers; < 0, 0 or > 0.
int ft_fingerprint_compare_locations (const char *, const char *);

#endif
