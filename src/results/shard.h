// Shards of a check: every candidate belongs to one of N shards, so that N
// processes, on any machines, together decide all candidates.
//
// The candidates are distributed round robin in the order of triage, which is
// the same in every shard: all shards get equally many promising and equally
// many costly ones.  The verdict of a candidate does not depend on the others,
// so that the shards together ('predict/merge.h') give the results of one
// check, whatever N is, except for time limits.  Each shard reads the trace and
// lists all candidates; this part of a check does not get faster.

#ifndef FT_RESULTS_SHARD_H
#define FT_RESULTS_SHARD_H

#include "results/results.h"

typedef struct ft_shard {
  unsigned number, of; // from 1; 0 of 0: all candidates
} ft_shard;

// Keeps the entries of 'order' that belong to the shard; returns their number.
size_t ft_shard_deal (const ft_shard *, size_t *order, size_t count);

// Keeps the results of the candidates in 'asked'.  Race i of the results must
// be about candidate i; deadlocks have the indices after the races.
void ft_shard_keep (ft_results *, const size_t *asked, size_t count);

#endif
