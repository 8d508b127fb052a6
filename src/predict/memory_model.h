// Races as C11 defines them (docs/internals/memory-model.md), among the pairs
// that sequential consistency does not certify.

#ifndef FT_PREDICT_MEMORY_MODEL_H
#define FT_PREDICT_MEMORY_MODEL_H

#include "predict/search.h"

// After the search: certifies what happens-before leaves unordered in the
// recorded order or in another one that it finds, and leaves refuted pairs open for which the refutation says
// nothing about C11.  'whole': all candidates of the trace were asked about.
void ft_memory_model_decide (ft_search *, const ft_check_options *,
                             ft_results *, bool whole);

// Looks for a witness of a pair alone, unless it is certified or on an
// alternative path.  If there is none, the race stays as it was.
void ft_memory_model_certify (const ft_facts *, const ft_check_options *,
                              ft_race *);

#endif
