// What a trace says of values: what each event gives, and what the locals that
// it is computed from hold, both in the run that was recorded and, for events
// of alternatives, in one that goes from the recorded state into that side.

#ifndef FT_WITNESS_EXPECTED_H
#define FT_WITNESS_EXPECTED_H

#include "trace/altpath_unfold.h"
#include "witness/recorded.h"

// What a local is set to, a write leaves or a branch comes out with.
typedef struct ft_expected_value {
  bool known;
  bool modelled; // the operator gives it
  uint64_t value;
} ft_expected_value;

typedef struct ft_expected_operand {
  ft_id def; // event that defines the local, FT_NO_ID for none
  bool known;
  uint64_t value;
} ft_expected_operand;

typedef struct ft_expected {
  ft_expected_value *events;
  // With alternatives, per event where its operands, and then its pointers,
  // begin in 'operands'.
  uint32_t *operands_of;
  FT_STACK (ft_expected_operand) operands;
} ft_expected;

// 'paths' is NULL for a trace that is not unfolded.
void ft_expected_init (ft_expected *, const ft_recorded *,
                       const ft_unfolding *);
void ft_expected_release (ft_expected *);

// The detail of an event, an empty one if it has none.
const ft_detail *ft_expected_detail (const ft_trace *, const ft_event *);

// Bytes on which an event computes.
static inline unsigned ft_expected_width (const ft_event *e) {
  return (unsigned)__builtin_popcount (e->mask);
}

#endif
