// Whether a trace has computations that no operator describes: floating point, what a
// library computed, an operator that does not give the recorded result.
//
// They certify with their recorded operands alone, and refute nothing: with other
// operands they may give the same result, or another one.  Operands that were not
// recorded at all are another matter: by the rules of the trace, the event depends on
// all reads before it ('certify/dependence.h').
// Definition: 'has_model' of encoders/sym_store.c, for which no constraint is made.
// Cost: linear in the events.

#ifndef FT_CERTIFY_UNMODELLED_H
#define FT_CERTIFY_UNMODELLED_H

#include "trace/index.h"

bool ft_unmodelled_any (const ft_index *);

#endif
