// Arithmetic on floating point numbers, as words of their bits: IEEE 754, of 32
// and 64 bits, rounded to the nearest.  It is computed concretely where no read
// changes the operands; a term would have to be Z3's theory of floating point,
// which turns a product of doubles into a circuit of 53 by 53 bits, so that
// what a read may change is pinned where something depends on it.

#ifndef FT_SYMEX_CODE_CODE_FLOAT_H
#define FT_SYMEX_CODE_CODE_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

//   operation, operands, as the text form says it
#define FT_FLOATS(F)                                                           \
  F (ADD, 2, "fadd")                                                           \
  F (SUB, 2, "fsub")                                                           \
  F (MUL, 2, "fmul")                                                           \
  F (DIV, 2, "fdiv")                                                           \
  F (NEG, 1, "fneg")                                                           \
  F (ABS, 1, "fabs")                                                           \
  F (SQRT, 1, "fsqrt")                                                         \
  F (FLOOR, 1, "ffloor")                                                       \
  F (CEIL, 1, "fceil")                                                         \
  F (TRUNC, 1, "ftrunc")                                                       \
  F (MULADD, 3, "fmuladd")          /* may be fused, or not */                 \
  F (COMPARE, 2, "fcompare")        /* with FT_FLOAT_... */                    \
  F (CONVERT, 1, "fconvert")        /* to the other size */                    \
  F (FROM_SIGNED, 1, "from-signed") /* an integer */                           \
  F (FROM_UNSIGNED, 1, "from-unsigned")                                        \
  F (TO_SIGNED, 1, "to-signed")                                                \
  F (TO_UNSIGNED, 1, "to-unsigned")

enum ft_float {
#define F(NAME, arity, text) FT_FLOAT_##NAME,
  FT_FLOATS (F)
#undef F
};

#define F(NAME, arity, text) +1
enum { FT_FLOAT_COUNT = 0 FT_FLOATS (F) };
#undef F

// What a comparison asks for: any of these.
enum {
  FT_FLOAT_EQUAL = 1,
  FT_FLOAT_GREATER = 2,
  FT_FLOAT_LESS = 4,
  FT_FLOAT_UNORDERED = 8,
  FT_FLOAT_OUTCOMES = 16,
};

unsigned ft_float_arity (enum ft_float);
const char *ft_float_name (enum ft_float);

// NULL, or why there is no such operation from words of 'from' bits to one of
// 'width'.  'asks': of a comparison.
const char *ft_float_check (enum ft_float, unsigned from, unsigned width,
                            uint64_t asks);

// False if the result is not known: a NaN, whose bits are left open; numbers
// below the normal ones, which a processor may be told to take for 0; what has
// no result; what depends on whether the processor rounds once or twice.
bool ft_float_apply (enum ft_float, unsigned from, unsigned width,
                     uint64_t asks, const uint64_t *operands, uint64_t *result);

#endif
