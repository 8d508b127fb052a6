// Results of the shards of a check, put together into the results of the
// whole, as a check of the same trace with the same options gives them: ranks,
// ids and fingerprints are made anew, every schedule goes through the checker
// once more.  Whole results are one shard of one, so this also brings results
// back that were written as JSON.  Linear in the documents, of which one is in
// memory at a time.

#ifndef FT_PREDICT_MERGE_H
#define FT_PREDICT_MERGE_H

#include "predict/check.h"

typedef struct ft_merge {
  const char *const *paths; // borrowed
  size_t count;
  ft_check_options options; // of the check; 'shard' is all
  char input_format[16];    // "": told from the file
  bool lenient;
  char *trace; // owned; its path, as the check was told it
  uint64_t events;
} ft_merge;

// Reads what the documents say of themselves: they must be all the shards of
// one check.  False and an error if they are not.  Released in either case.
bool ft_merge_open (ft_merge *, const char *const *paths, size_t count,
                    ft_error *);
void ft_merge_release (ft_merge *);

// The findings; the caller releases the results, whatever is returned.
bool ft_merge_results (const ft_merge *, const ft_trace *, ft_results *,
                       ft_error *);

#endif
