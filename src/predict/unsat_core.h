// Unsatisfiable cores: which few conditions (what reads return, sections that
// must not overlap) no order of a cone's events meets together.
//
// The encoder names its constraints by events, Z3 gives a core, and conditions
// are then left out one by one as long as the rest stays unsatisfiable
// (deletion-based minimisation).  Runs in a child process, since Z3 does not
// keep to its limits; what was found by the deadline counts.  Each core is
// unsatisfiable by itself and minimal: tests/unit/test_explain.c.

#ifndef FT_PREDICT_UNSAT_CORE_H
#define FT_PREDICT_UNSAT_CORE_H

#include "encoders/encoder.h"

// For a widened cone.  False if no core was found in 'timeout' seconds.
bool ft_unsat_core_find (const ft_cone *, const ft_encoder *, double timeout,
                   uint64_t memory, ft_reason *);

#endif
