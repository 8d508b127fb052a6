// Unsatisfiable cores: a few conditions (values that reads return, sections
// that must not overlap) that no order of a cone's events meets together.
//
// The encoder names its constraint groups by events, Z3 finds a core, and
// groups are then left out one by one as long as the others stay unsatisfiable
// (deletion-based minimisation).  The search runs in a child process, since Z3
// may exceed its limits; the smallest core found by the deadline counts.  That
// each core is unsatisfiable by itself and minimal is tested in
// tests/unit/test_explain.c.

#ifndef FT_PREDICT_UNSAT_CORE_H
#define FT_PREDICT_UNSAT_CORE_H

#include "encoders/encoder.h"

// Finds a core for a widened cone.  False if none was found in 'timeout'
// seconds.
bool ft_unsat_core_find (const ft_cone *, const ft_encoder *, double timeout,
                         uint64_t memory, ft_reason *);

#endif
