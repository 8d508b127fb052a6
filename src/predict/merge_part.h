// Reads the findings and the costs of one results document back, for
// 'predict/merge.h'.

#ifndef FT_PREDICT_MERGE_PART_H
#define FT_PREDICT_MERGE_PART_H

#include "predict/check.h"
#include "results/results_document.h"
#include "witness/checker.h"

typedef struct ft_merge_part {
  const char *path;
  const ft_trace *trace;
  const ft_results_document *document;
  ft_results *results; // has zeroed entries for the document's findings
  size_t races;        // index of the document's first race in 'results'
  size_t deadlocks;    // and of its first deadlock
  size_t failures;     // and of its first failure
  ft_checker *checker;
  ft_error *error;
  const ft_check_options *options; // only 'progress' and 'context' are used
} ft_merge_part;

// Reads the findings into 'results'.  Every value is checked before it is used;
// a schedule that the checker rejects is an error.
bool ft_merge_part_read (ft_merge_part *);

// ---- merge_costs.c ---------------------------------------------------------

// Adds the costs, the phases that were cut short and the time of the document
// to the results.
bool ft_merge_part_costs (ft_merge_part *, const json_t *root);

#endif
