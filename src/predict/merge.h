// Merge: the results of the shards of a check become the results that one check
// of the same trace with the same options gives.
//
// Ranks, ids and fingerprints are made anew, and the checker checks every
// schedule once more.  The results of a whole check are shard 1 of 1, so that
// this also reads back results written as JSON.  Cost: linear in the documents;
// one of them is in memory at a time.

#ifndef FT_PREDICT_MERGE_H
#define FT_PREDICT_MERGE_H

#include "predict/check.h"

typedef struct ft_merge {
  const char *const *paths; // borrowed
  size_t count;
  ft_check_options options; // of the check, without a shard
  char input_format[16];    // "": recognised from the file
  bool lenient;
  char *trace; // owned; its path, as given to the check
  uint64_t events;
  bool begins; // the results are of the first 'events' of a recorded run
  bool partial; // shards may be missing, whose candidates are then, too
  size_t shards; // of the check; 0: no document was read
} ft_merge;

// Reads the heads of the documents, which must be shards of one check, and, unless
// 'partial', all of them.  False and an error if they are not.  The caller releases the merge in either
// case.
bool ft_merge_open (ft_merge *, const char *const *paths, size_t count,
                    bool partial, ft_error *);
void ft_merge_release (ft_merge *);

// Reads the findings.  The caller releases the results in either case.
bool ft_merge_results (const ft_merge *, const ft_trace *, ft_results *,
                       ft_error *);

#endif
