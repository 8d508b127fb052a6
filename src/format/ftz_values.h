// The values of a compressed trace, kept beside its grammar: an event's value
// is predicted from earlier ones, and only the residual is written (Burtscher,
// VPC3, 2004, for the idea).
//
// A read is predicted to return the last known value of its variable.  The
// result of an operator is computed if all operands are known, which recorded
// programs report.  Any other value is predicted to differ from the terminal's
// last one as much as that one from the one before.  So counters, sums and
// flags of loops are predicted, and a run of right predictions is one number.
// Predictions of writer and reader agree, since both see the same events in the
// same order.

#ifndef FT_FORMAT_FTZ_VALUES_H
#define FT_FORMAT_FTZ_VALUES_H

#include "base/bits.h"
#include "base/varint.h"
#include "trace/tables.h"

typedef struct ft_value_predictor {
  FT_STACK (struct ft_predicted_terminal) terminals;
  FT_STACK (struct ft_predicted_variable) variables;
  FT_STACK (uint64_t) locals; // values of the known locals
  ft_bits known;              // locals with a known value
} ft_value_predictor;

struct ft_predicted_terminal {
  uint64_t value, step; // the last value and difference
  uint64_t change;      // from what an atomic-rmw reads to what it writes
};

struct ft_predicted_variable {
  uint64_t value;
  uint8_t mask; // bytes of 'value'; 0: unknown
};

// (ft_value_predictor){0} is empty.
void ft_value_predictor_release (ft_value_predictor *);
void ft_value_predictor_clear (ft_value_predictor *); // forget the terminals

// The predicted value of an event, which has no value yet; with its detail (or
// NULL) and the operands of the detail.  'ft_value_update' sets the actual
// value.  The same for the value that an atomic-rmw wrote, if it is known.
uint64_t ft_value_predict (ft_value_predictor *, uint32_t terminal,
                           const ft_event *, const ft_detail *,
                           const ft_operand *operands);
void ft_value_update (ft_value_predictor *, uint32_t terminal, const ft_event *,
                      const ft_detail *, uint64_t value);
uint64_t ft_value_predict_written (ft_value_predictor *, uint32_t terminal);
void ft_value_update_written (ft_value_predictor *, uint32_t terminal,
                              const ft_event *, uint64_t written);

// ---- residuals: the column of values ---------------------------------------

typedef struct ft_residual_writer {
  ft_bytes bytes;
  uint64_t right; // number of right predictions since the last wrong one
} ft_residual_writer;

void ft_residual_writer_put (ft_residual_writer *, uint64_t residual);
void ft_residual_writer_end (ft_residual_writer *); // 'bytes' are complete

typedef struct ft_residual_reader {
  ft_varints from;
  uint64_t right;
} ft_residual_reader;

void ft_residual_reader_begin (ft_residual_reader *, const ft_bytes *);
uint64_t ft_residual_reader_get (ft_residual_reader *);

// Whether all residuals were read, and no more.
bool ft_residual_reader_over (const ft_residual_reader *);

#endif
