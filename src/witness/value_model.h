// What the files of the value model share: 'values.c' and 'values_read.c'.

#ifndef FT_WITNESS_VALUE_MODEL_H
#define FT_WITNESS_VALUE_MODEL_H

#include "witness/expected.h"
#include "witness/checker_state.h"

struct ft_checker_values {
  FT_STACK (ft_changed) changed; // in this run, in its order
  ft_expected expected;
  ft_checker_local *now; // per event: what a write leaves in this run
};

// Whether it is what it was in the trace.
static inline bool ft_value_is_right (const ft_checker_local *v) {
  return v->wrong.read == FT_NO_ID;
}

// What a read returns now.
ft_checker_local ft_checker_values_read (ft_checker *, ft_id read);

#endif
