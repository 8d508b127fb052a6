// Refutations for all instances of pairs at once, by clocks: of accesses that always
// happen before each other, and those that rest on no read that may return what does not
// happen before it
// (docs/internals/memory-model.md).

#ifndef FT_PREDICT_C11_WITHOUT_H
#define FT_PREDICT_C11_WITHOUT_H

#include "candidate/pairs.h"
#include "predict/check.h"

// Sets proved[i] for each race i, a pair of locations, that is refuted, does not hold,
// and of whose accesses one always happens before the other one, or that a common lock
// keeps apart: 'happens' are clocks of that ('certify/ideal.h'), or NULL.  So no correct
// reordering has a race as C11 defines it, whatever else races.  Returns their number.
// Nothing is proved if the deadline is over first.
size_t ft_c11_refute_ordered (const ft_facts *, const ft_ideals *happens,
                              const ft_results *, const bool *hold, bool *proved,
                              const ft_deadline *);

// Sets proved[i] for each race i, a pair of locations, that is refuted, does not hold,
// and is impossible in the trace in which nothing depends on the reads of 'losing' (as
// 'ft_c11_refute' sets it): no correct reordering has a race as C11 defines it.  Returns
// their number.  Nothing is proved if the deadline is over first.
size_t ft_c11_refute_without (const ft_facts *, const ft_results *,
                              const bool *hold, const bool *losing, bool *proved,
                              const ft_deadline *);

#endif
