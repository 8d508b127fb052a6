// Races as C11 defines them (docs/internals/memory-model.md), among the pairs
// that sequential consistency does not certify.

#ifndef FT_PREDICT_MEMORY_MODEL_H
#define FT_PREDICT_MEMORY_MODEL_H

#include "predict/driver.h"

typedef struct ft_memory_decision ft_memory_decision;

// Behind the strictest model and before the relaxed ones, which take longer and may
// only add to it: certifies what happens-before leaves unordered in the recorded
// order or in another one, and finds out of which refuted pairs every order has
// one access before the other.  No verdict becomes weaker before
// 'ft_memory_model_finish'.  'whole': all candidates of the trace were asked
// about.  NULL: nothing is to be decided.
ft_memory_decision *ft_memory_model_strict (ft_driver *, bool whole);

// Per race, borrowed: it is refuted under every model of memory and values.  NULL:
// none is known to be.
const bool *ft_memory_model_ordered (const ft_memory_decision *);

// Behind the relaxed models: asks again about what they changed, leaves the refuted
// pairs open of which it is not proven, and asks the relaxed models about these.
// Frees the decision.
void ft_memory_model_finish (ft_driver *, ft_memory_decision *);

// Whether some atomic access is weaker than seq_cst.
bool ft_has_weak_atomics (const ft_trace *);

// Whether RC11 may have executions of the first events that are no interleavings
// and have no race.
bool ft_has_weak_executions (const ft_trace *, ft_id events);

// Enters what a worker found about race 'i', and consumes it.  'hold' is per race:
// its refutation holds.
void ft_memory_model_settle (ft_search *, ft_results *, size_t i, ft_outcome *,
                             bool *hold);

// Decides a pair alone, unless it is certified or on an alternative path.
void ft_memory_model_certify (ft_certifier *, const ft_facts *,
                              const ft_check_options *, ft_race *);

#endif
