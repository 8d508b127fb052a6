// Fingerprints: names of findings that stay the same from run to run and
// when lines move, for baselines (docs/reference/fingerprints.md).
//
// The fingerprint of a race is a hash of its variable and its two operations,
// the one of a deadlock a hash of its locks and operations, the one of a failure
// a hash of its kind and its places without the numbers of their lines.  In a recorded
// run the marks of the lines (run/line_mark.h) are part of it, so that findings in one
// function that are alike do not depend on each other.  A name that begins with a digit is
// an address or a number from a recorder and says nothing about the program; the
// location is used instead, if the line has no mark.  Findings with the same hash are
// numbered in the order of their locations, compared as people do (line 9
// before line 10), so that moved lines do not swap them.

#ifndef FT_RESULTS_FINGERPRINT_H
#define FT_RESULTS_FINGERPRINT_H

#include "results/results.h"

// Sets the fingerprints of all races, deadlocks and failures, which must be ranked.
void ft_fingerprint_all (const ft_trace *, ft_results *);

// Compares two locations; numbers in the texts are compared by value.  Returns
// < 0, 0 or > 0.
int ft_fingerprint_compare_locations (const char *, const char *);

#endif
