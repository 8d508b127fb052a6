// What a document of results says of costs and of phases that were cut short.

#ifndef FT_PREDICT_MERGE_COSTS_H
#define FT_PREDICT_MERGE_COSTS_H

#include "predict/merge_part.h"

// Adds both to the results, and the time.
bool ft_merge_part_costs (ft_merge_part *, const json_t *root);

#endif
