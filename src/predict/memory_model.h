// Races as C11 defines them (docs/internals/memory-model.md), among the pairs
// that sequential consistency does not certify.

#ifndef FT_PREDICT_MEMORY_MODEL_H
#define FT_PREDICT_MEMORY_MODEL_H

#include "predict/driver.h"

// After the search: certifies what happens-before leaves unordered in the
// recorded order or in another one, and leaves refuted pairs open for which it is
// not proven that every order has one access before the other.  'whole': all
// candidates of the trace were asked about.
void ft_memory_model_decide (ft_driver *, bool whole);

// Enters what a worker found about race 'i', and consumes it.  'hold' is per race:
// its refutation holds.
void ft_memory_model_settle (ft_search *, ft_results *, size_t i, ft_outcome *,
                             bool *hold);

// Decides a pair alone, unless it is certified or on an alternative path.
void ft_memory_model_certify (ft_certifier *, const ft_facts *,
                              const ft_check_options *, ft_race *);

#endif
