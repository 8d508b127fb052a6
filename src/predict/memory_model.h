// Races as C11 defines them (docs/internals/memory-model.md), among the pairs
// that sequential consistency does not certify.

#ifndef FT_PREDICT_MEMORY_MODEL_H
#define FT_PREDICT_MEMORY_MODEL_H

#include "predict/search.h"

// After the search: certifies what happens-before leaves unordered in the
// recorded order, and leaves refuted pairs open for which the refutation says
// nothing about C11.  'whole': all candidates of the trace were asked about.
void ft_memory_model_decide (ft_search *, const ft_check_options *,
                             ft_results *, bool whole);

#endif
