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

#ifndef FT_FORMAT_FTZ_VALUES_H
#define FT_FORMAT_FTZ_VALUES_H

#include "base/bits.h"
#include "base/varint.h"
#include "trace/tables.h"

typedef struct ft_value_predictor {
  FT_STACK (struct ft_predicted_terminal) terminals;
  FT_STACK (struct ft_predicted_variable) variables;
  FT_STACK (uint64_t) locals; // values, of those that are
  ft_bits known;
} ft_value_predictor;

struct ft_predicted_terminal {
  uint64_t value, step;
  uint64_t change; // from what an atomic-rmw reads to what it writes
};

struct ft_predicted_variable {
  uint64_t value;
  uint8_t mask; // bytes that 'value' is of; 0: not known
};

void ft_value_predictor_release (
    ft_value_predictor *);                       // (ft_value_predictor){0} knows nothing
void ft_value_predictor_clear (ft_value_predictor *); // the terminals

// The value of an event, of which all but the value is given, with its detail
// (or NULL) and the operands of that, and what it turned out to be; then, of an
// atomic-rmw, what it wrote, where that is known.
uint64_t ft_value_predict (ft_value_predictor *, uint32_t terminal, const ft_event *,
                     const ft_detail *, const ft_operand *operands);
void ft_value_update (ft_value_predictor *, uint32_t terminal, const ft_event *,
                   const ft_detail *, uint64_t value);
uint64_t ft_value_predict_written (ft_value_predictor *, uint32_t terminal);
void ft_value_update_written (ft_value_predictor *, uint32_t terminal, const ft_event *,
                           uint64_t written);

// ---- the column ------------------------------------------------------------

typedef struct ft_residual_writer {
  ft_bytes bytes;
  uint64_t right; // predictions since the last one that was wrong
} ft_residual_writer;

void ft_residual_writer_put (ft_residual_writer *, uint64_t error);
void ft_residual_writer_end (ft_residual_writer *); // 'bytes' are complete

typedef struct ft_residual_reader {
  ft_varints from;
  uint64_t right;
} ft_residual_reader;

void ft_residual_reader_begin (ft_residual_reader *, const ft_bytes *);
uint64_t ft_residual_reader_get (ft_residual_reader *);
bool ft_residual_reader_over (const ft_residual_reader *); // all were read, and no more

#endif
