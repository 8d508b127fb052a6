// The values of a compressed trace, beside its grammar: an event's value is
// predicted from those before it, and what is written is by how much the
// prediction is wrong (Burtscher, VPC3, 2004, for the idea).
//
// A read is predicted to return what its variable was last seen to hold.  A
// value that an operator gives is computed where all operands are known, which
// recorded programs tell.  Any other value is predicted to be as far from the
// terminal's last one as that was from the one before.  So counters, sums and
// flags of loops are predicted, and a run of right predictions is one number.
// What is predicted is the same for writer and reader, since both see the same
// events in the same order.

#ifndef FT_TRACE_FTZ_VALUES_H
#define FT_TRACE_FTZ_VALUES_H

#include "base/bits.h"
#include "base/varint.h"
#include "trace/tables.h"

typedef struct ft_prediction {
  FT_STACK (struct ft_predicted_terminal) terminals;
  FT_STACK (struct ft_predicted_variable) variables;
  FT_STACK (uint64_t) locals; // values, of those that are
  ft_bits known;
} ft_prediction;

struct ft_predicted_terminal {
  uint64_t value, step;
  uint64_t change; // from what an atomic-rmw reads to what it writes
};

struct ft_predicted_variable {
  uint64_t value;
  uint8_t mask; // bytes that 'value' is of; 0: not known
};

void ft_prediction_release (
    ft_prediction *);                       // (ft_prediction){0} knows nothing
void ft_prediction_clear (ft_prediction *); // the terminals

// The value of an event, of which all but the value is given, with its detail
// (or NULL) and the operands of that, and what it turned out to be; then, of an
// atomic-rmw, what it wrote, where that is known.
uint64_t ft_predict (ft_prediction *, uint32_t terminal, const ft_event *,
                     const ft_detail *, const ft_operand *operands);
void ft_predicted (ft_prediction *, uint32_t terminal, const ft_event *,
                   const ft_detail *, uint64_t value);
uint64_t ft_predict_written (ft_prediction *, uint32_t terminal);
void ft_predicted_written (ft_prediction *, uint32_t terminal, const ft_event *,
                           uint64_t written);

// ---- the column ------------------------------------------------------------

typedef struct ft_errors_out {
  ft_bytes bytes;
  uint64_t right; // predictions since the last one that was wrong
} ft_errors_out;

void ft_errors_put (ft_errors_out *, uint64_t error);
void ft_errors_end (ft_errors_out *); // 'bytes' are complete

typedef struct ft_errors_in {
  ft_varints from;
  uint64_t right;
} ft_errors_in;

void ft_errors_begin (ft_errors_in *, const ft_bytes *);
uint64_t ft_errors_get (ft_errors_in *);
bool ft_errors_over (const ft_errors_in *); // all were read, and no more

#endif
