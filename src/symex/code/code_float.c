// Floating point arithmetic of unit code.
#include "symex/code/code_float.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

unsigned ft_float_arity (enum ft_float op) {
  static const uint8_t arities[] = {
#define F(NAME, arity, text) arity,
      FT_FLOATS (F)
#undef F
  };
  assert ((unsigned)op < FT_FLOAT_COUNT);
  return arities[op];
}

const char *ft_float_name (enum ft_float op) {
  static const char *const names[] = {
#define F(NAME, arity, text) text,
      FT_FLOATS (F)
#undef F
  };
  assert ((unsigned)op < FT_FLOAT_COUNT);
  return names[op];
}

static bool is_float (unsigned bits) {
  return bits == 32 || bits == 64;
}

const char *ft_float_check (enum ft_float op, unsigned from, unsigned width,
                            uint64_t asks) {
  bool fine = is_float (from) && width == from;
  if (op == FT_FLOAT_COMPARE)
    fine = is_float (from) && width == 1 && asks < FT_FLOAT_OUTCOMES;
  else if (op == FT_FLOAT_CONVERT)
    fine = is_float (from) && is_float (width);
  else if (op == FT_FLOAT_FROM_SIGNED || op == FT_FLOAT_FROM_UNSIGNED)
    fine = from && is_float (width);
  else if (op == FT_FLOAT_TO_SIGNED || op == FT_FLOAT_TO_UNSIGNED)
    fine = is_float (from) && width;
  if (op != FT_FLOAT_COMPARE && asks)
    fine = false;
  return fine ? NULL : "an operation on floats that there is not";
}

// ---- words and numbers -----------------------------------------------------

static double number_of (uint64_t word, unsigned bits) {
  uint32_t half = (uint32_t)word;
  float small;
  double x;
  memcpy (&small, &half, sizeof small);
  memcpy (&x, &word, sizeof x);
  return bits == 32 ? (double)small : x;
}

static uint64_t word_of (double x, unsigned bits) {
  float small = (float)x;
  uint32_t half;
  uint64_t word;
  memcpy (&half, &small, sizeof half);
  memcpy (&word, &x, sizeof word);
  return bits == 32 ? half : word;
}

static bool is_subnormal (uint64_t word, unsigned bits) {
  int exponent =
      bits == 32 ? (int)(word >> 23 & 0xff) : (int)(word >> 52 & 0x7ff);
  uint64_t fraction = bits == 32 ? word & 0x7fffff : word & 0xfffffffffffff;
  return !exponent && fraction;
}

// ---- arithmetic ------------------------------------------------------------

// Floats are computed as doubles: a sum, product, quotient or root of floats
// that is rounded to a double and then to a float has the same value as if it
// were rounded once (Figueroa 1995).
static double calculate (enum ft_float op, const double *x) {
  switch ((unsigned)op) {
  case FT_FLOAT_ADD:
    return x[0] + x[1];
  case FT_FLOAT_SUB:
    return x[0] - x[1];
  case FT_FLOAT_MUL:
    return x[0] * x[1];
  case FT_FLOAT_DIV:
    return x[0] / x[1];
  case FT_FLOAT_NEG:
    return -x[0];
  case FT_FLOAT_ABS:
    return fabs (x[0]);
  case FT_FLOAT_SQRT:
    return sqrt (x[0]);
  case FT_FLOAT_FLOOR:
    return floor (x[0]);
  case FT_FLOAT_CEIL:
    return ceil (x[0]);
  case FT_FLOAT_TRUNC:
    return trunc (x[0]);
  }
  return x[0]; // CONVERT
}

static bool set_result (double x, unsigned width, uint64_t *result) {
  *result = word_of (x, width);
  return !isnan (x) && !is_subnormal (*result, width);
}

static bool multiply_add (const double *x, unsigned width, uint64_t *result) {
  volatile double product = x[0] * x[1]; // volatile: not fused
  volatile float small = (float)product;
  uint64_t fused;
  if (is_subnormal (word_of (product, width), width))
    return false;
  if (width == 32) {
    *result = word_of ((double)small + x[2], 32);
    fused = word_of ((double)fmaf ((float)x[0], (float)x[1], (float)x[2]), 32);
  } else {
    *result = word_of (product + x[2], 64);
    fused = word_of (fma (x[0], x[1], x[2]), 64);
  }
  return fused == *result &&
         set_result (number_of (fused, width), width, result);
}

static bool compare (uint64_t asks, double a, double b) {
  if (isnan (a) || isnan (b))
    return asks & FT_FLOAT_UNORDERED;
  return asks & (a < b   ? FT_FLOAT_LESS
                 : a > b ? FT_FLOAT_GREATER
                         : FT_FLOAT_EQUAL);
}

// ---- integers --------------------------------------------------------------

static bool from_integer (enum ft_float op, uint64_t word, unsigned from,
                          unsigned width, uint64_t *result) {
  int64_t number = (int64_t)(word << (64 - from)) >> (64 - from);
  bool is_signed = op == FT_FLOAT_FROM_SIGNED;
  if (width == 32)
    *result = word_of (is_signed ? (float)number : (float)word, 32);
  else
    *result = word_of (is_signed ? (double)number : (double)word, 64);
  return true;
}

// A number out of range has no result.
static bool to_integer (enum ft_float op, double x, unsigned width,
                        uint64_t *result) {
  bool is_signed = op == FT_FLOAT_TO_SIGNED;
  double most = ldexp (1, (int)(is_signed ? width - 1 : width));
  x = trunc (x);
  if (!(x >= (is_signed ? -most : 0) && x < most))
    return false;
  *result = is_signed ? (uint64_t)(int64_t)x : (uint64_t)x;
  if (width < 64)
    *result &= (UINT64_C (1) << width) - 1;
  return true;
}

bool ft_float_apply (enum ft_float op, unsigned from, unsigned width,
                     uint64_t asks, const uint64_t *operands,
                     uint64_t *result) {
  double x[3] = {0};
  *result = 0;
  if (op == FT_FLOAT_FROM_SIGNED || op == FT_FLOAT_FROM_UNSIGNED)
    return from_integer (op, operands[0], from, width, result);
  for (unsigned n = 0; n < ft_float_arity (op); n++) {
    if (is_subnormal (operands[n], from))
      return false;
    x[n] = number_of (operands[n], from);
  }
  if (op == FT_FLOAT_COMPARE) {
    *result = compare (asks, x[0], x[1]);
    return true;
  }
  if (op == FT_FLOAT_TO_SIGNED || op == FT_FLOAT_TO_UNSIGNED)
    return to_integer (op, x[0], width, result);
  if (op == FT_FLOAT_MULADD)
    return multiply_add (x, width, result);
  return set_result (calculate (op, x), width, result);
}
