// The findings of one document of results, read back.

#ifndef FT_PREDICT_MERGE_PART_H
#define FT_PREDICT_MERGE_PART_H

#include "predict/check.h"
#include "results/results_document.h"
#include "witness/checker.h"

typedef struct ft_merge_part {
  const char *path;
  const ft_trace *trace;
  const ft_results_document *document;
  ft_results *results;     // with zeroed room at the end
  size_t races, deadlocks; // where this document's begin
  ft_checker *checker;
  ft_error *error;
  const ft_check_options *options; // of which 'progress' is called
} ft_merge_part;

// Every value is looked at before it is used; a schedule that the checker
// refuses is an error.
bool ft_merge_part_read (ft_merge_part *);

// ---- merge costs -----------------------------------------------------------

// What a document of results says of costs and of phases that were cut short.

// Adds both to the results, and the time.
bool ft_merge_part_costs (ft_merge_part *, const json_t *root);

#endif
