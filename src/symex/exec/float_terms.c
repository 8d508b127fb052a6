// Floats that depend on reads, as expressions of their bits: comparisons, and
// conversions from 32 bits to 64, are exact and take a few operations on integers.
//
// The magnitude is the word without its sign.  A float is less than another one if
// this holds for the magnitudes with their signs, as integers; -0 is 0 then. A
// processor may take subnormal numbers for 0: a limit says that an operand is none.
//
// Nothing is impossible by a limit, so that a trace with one refutes little.  There are
// such terms only in runs with symbolic input, for which a search chooses values.
#include "symex/exec/float_terms.h"

#include "symex/code/code_float.h"
#include "symex/exec/emit_event.h"

// The numbers of one size.
typedef struct format {
  unsigned bytes;
  uint64_t sign, infinity;
  uint64_t least; // of the normal numbers
} format;

static const format single = {4, UINT64_C (1) << 31, 0x7f800000, 0x00800000};
static const format twice = {8, UINT64_C (1) << 63, UINT64_C (0x7ff) << 52,
                             UINT64_C (1) << 52};

static ft_value compute_two (ft_machine *m, enum ft_operator op, unsigned bytes,
                             ft_value a, ft_value b) {
  ft_value two[2] = {a, b};
  return ft_emit_compute (m, op, bytes, two, 2);
}

static ft_value compute (ft_machine *m, enum ft_operator op, unsigned bytes,
                         ft_value a, uint64_t b) {
  return compute_two (m, op, bytes, a, ft_value_concrete (b));
}

static ft_value magnitude (ft_machine *m, const format *f, ft_value a) {
  return compute (m, FT_OP_AND, f->bytes, a, f->sign - 1);
}

// The branch wraps 0 around to the greatest number.
static void expect_normal (ft_machine *m, const format *f, ft_value magnitude) {
  ft_value two[2] = {compute (m, FT_OP_USUB, f->bytes, magnitude, 1),
                     ft_value_concrete (f->least - 1)};
  ft_emit_limit (m, FT_CONCRETIZE_FLOAT, FT_OP_UGE, f->bytes, two, 2);
}

static bool is_normal (const format *f, uint64_t word) {
  uint64_t size = word & (f->sign - 1);
  return !size || size >= f->least;
}

// ---- comparisons -----------------------------------------------------------

// The magnitude with its sign, as an integer.
static ft_value with_sign (ft_machine *m, const format *f, ft_value a,
                           ft_value magnitude) {
  ft_value minus = compute (m, FT_OP_SHR, f->bytes, a, 8 * f->bytes - 1);
  ft_value turned = compute_two (m, FT_OP_XOR, f->bytes, magnitude, minus);
  return compute_two (m, FT_OP_USUB, f->bytes, turned, minus);
}

// The operator for a set of outcomes of two numbers that are ordered.
static enum ft_operator operator_of (uint64_t asks) {
  static const enum ft_operator operators[] = {
      FT_OP_NONE, FT_OP_EQ, FT_OP_GT, FT_OP_GE,
      FT_OP_LT,   FT_OP_LE, FT_OP_NE, FT_OP_NONE};
  return operators[asks & 7];
}

static ft_value ordered (ft_machine *m, const format *f, uint64_t asks,
                         ft_value a, ft_value b) {
  enum ft_operator op = operator_of (asks);
  return op == FT_OP_NONE ? ft_value_concrete ((asks & 7) == 7)
                          : compute_two (m, op, f->bytes, a, b);
}

static ft_value compare (ft_machine *m, const format *f, uint64_t asks,
                         const ft_value *s) {
  ft_value numbers[2], nan[2];
  for (int n = 0; n < 2; n++) {
    ft_value size = magnitude (m, f, s[n]);
    expect_normal (m, f, size);
    numbers[n] = with_sign (m, f, s[n], size);
    nan[n] = compute (m, FT_OP_UGT, f->bytes, size, f->infinity);
  }
  ft_value unordered = compute_two (m, FT_OP_OR, 1, nan[0], nan[1]);
  ft_value holds = ordered (m, f, asks, numbers[0], numbers[1]);
  if (asks & FT_FLOAT_UNORDERED)
    return compute_two (m, FT_OP_OR, 1, unordered, holds);
  return compute_two (m, FT_OP_AND, 1, holds,
                      compute (m, FT_OP_XOR, 1, unordered, 1));
}

// ---- conversions -----------------------------------------------------------

// 64 bits have a longer fraction, and an exponent that is greater by 896; that of
// infinity is greater by this once more.
static ft_value widen (ft_machine *m, ft_value a) {
  const uint64_t more = UINT64_C (896) << 52;
  ft_value size = magnitude (m, &single, a), one = ft_value_concrete (more);
  expect_normal (m, &single, size);
  ft_value two[2] = {size, ft_value_concrete (single.infinity)};
  ft_emit_limit (m, FT_CONCRETIZE_FLOAT, FT_OP_ULE, 4, two, 2); // no NaN
  ft_value minus = compute (m, FT_OP_USHR, 8, a, 31);
  ft_value sign = compute (m, FT_OP_USHL, 8, minus, 63);
  ft_value sum = compute (m, FT_OP_USHL, 8, size, 29);
  ft_value some = compute (m, FT_OP_NE, 4, size, 0);
  ft_value great = compute (m, FT_OP_UGE, 4, size, single.infinity);
  sum = compute_two (m, FT_OP_UADD, 8, sum,
                     compute_two (m, FT_OP_UMUL, 8, some, one));
  sum = compute_two (m, FT_OP_UADD, 8, sum,
                     compute_two (m, FT_OP_UMUL, 8, great, one));
  return compute_two (m, FT_OP_OR, 8, sum, sign);
}

static bool is_nan (const format *f, uint64_t word) {
  return (word & (f->sign - 1)) > f->infinity;
}

bool ft_float_terms (ft_machine *m, const ft_instruction *i,
                     const ft_value *operands, ft_value *result) {
  const format *f = i->from == 32 ? &single : &twice;
  bool compares = i->op == FT_FLOAT_COMPARE;
  bool widens = i->op == FT_FLOAT_CONVERT && i->from == 32 && i->width == 64;
  if (!m->models_libc || m->altpath || m->changes_rounding || (!compares && !widens))
    return false;
  for (uint32_t n = 0; n < i->count; n++)
    if (!operands[n].known || !is_normal (f, operands[n].word))
      return false;
  if (widens && is_nan (f, operands[0].word))
    return false;
  *result = compares ? compare (m, f, i->constant, operands)
                     : widen (m, operands[0]);
  return true;
}
