// Shards of a check: every candidate belongs to one of N, so that N processes,
// on any machines, decide what one would.
//
// The candidates are dealt out like cards, in the order of triage, which is
// the same in every shard: all get as many promising and as many costly ones.
// What a candidate's verdict is does not depend on the others, so that the
// shards together ('merge.h') give what a check of the whole gives, whatever
// N; limits of time excepted.  Each shard reads the trace and lists all
// candidates, which is the part that does not get faster.

#ifndef FT_RESULTS_SHARD_H
#define FT_RESULTS_SHARD_H

#include "results/results.h"

typedef struct ft_shard {
  unsigned number, of; // from 1; 0 of 0: all
} ft_shard;

// Leaves of 'order' (count entries) what belongs to the shard; how many.
size_t ft_shard_deal (const ft_shard *, size_t *order, size_t count);

// Leaves of the results, in which race i is about candidate i and deadlocks
// follow, those that were asked for.
void ft_shard_keep (ft_results *, const size_t *asked, size_t count);

#endif
