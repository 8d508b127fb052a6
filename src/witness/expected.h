// The values of a trace: the result of each event and the locals that it is
// computed from.  For an event on an alternative path these are the values of a
// run that enters this path from the recorded state.

#ifndef FT_WITNESS_EXPECTED_H
#define FT_WITNESS_EXPECTED_H

#include "trace/altpath_unfold.h"
#include "witness/recorded.h"

// The value of a local, of a write or of the outcome of a branch.
typedef struct ft_expected_value {
  bool known;
  bool modelled; // the operator gives this value
  uint64_t value;
} ft_expected_value;

typedef struct ft_expected_operand {
  ft_id def; // event that defines the local, FT_NO_ID for none
  bool known;
  uint64_t value;
} ft_expected_operand;

typedef struct ft_expected {
  ft_expected_value *events;
  // With alternative paths, per event the begin of its operands, followed by
  // its pointers, in 'operands'.
  uint32_t *operands_of;
  FT_STACK (ft_expected_operand) operands;
} ft_expected;

// 'paths' is NULL for a trace that is not unfolded.
void ft_expected_init (ft_expected *, const ft_recorded *,
                       const ft_unfolding *);
void ft_expected_release (ft_expected *);

// The detail of an event, an empty one if it has none.
const ft_detail *ft_expected_detail (const ft_trace *, const ft_event *);

// The number of bytes on which an event computes.
static inline unsigned ft_expected_width (const ft_event *e) {
  return (unsigned)__builtin_popcount (e->mask);
}

#endif
