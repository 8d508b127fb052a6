// Decides pairs as C11 defines races: whether some correct reordering executes
// one access, and has the other one next without the first happening before it
// (docs/internals/memory-model.md).

#ifndef FT_PREDICT_C11_CERTIFY_H
#define FT_PREDICT_C11_CERTIFY_H

#include "predict/certify.h"

// Over the whole trace, in about 'timeout' seconds.  Under the strictest model the
// access that is executed has its recorded value: a refutation is one only of a
// pair that sequential consistency refutes, too, where both are next.  The relaxed
// models refute nothing.
// 'reason' is empty unless a limit left the pair open.
void ft_certify_c11 (ft_certifier *, const ft_id pair[2], enum ft_model,
                     double timeout, ft_outcome *);

#endif
