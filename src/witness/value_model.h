// The state of the value model ('value_model.c').

#ifndef FT_WITNESS_VALUE_MODEL_H
#define FT_WITNESS_VALUE_MODEL_H

#include "witness/expected.h"
#include "witness/checker_state.h"

struct ft_checker_values {
  FT_STACK (ft_changed) changed; // wrong reads of this run, in its order
  ft_expected expected;
  ft_checker_local *written; // per event: what a write leaves in this run
};

// Whether a value is the same as in the trace.
static inline bool ft_value_is_right (const ft_checker_local *v) {
  return v->wrong.read == FT_NO_ID;
}

// The value that a read returns at this point of the schedule.
ft_checker_local ft_checker_values_read (ft_checker *, ft_id read);

#endif
