// Floating point arithmetic of unit code on words of bits: IEEE 754 numbers of
// 32 and 64 bits, rounded to the nearest.
//
// Operations on concrete operands are computed.  Symbolic operands are not
// expressed, and are concretized where something depends on the result: a term
// would need Z3's theory of floating point, which turns a product of doubles
// into a circuit of 53 by 53 bits.

#ifndef FT_SYMEX_CODE_CODE_FLOAT_H
#define FT_SYMEX_CODE_CODE_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

//   operation, count of operands, text form
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
  F (MULADD, 3, "fmuladd")          /* fused or not */                         \
  F (COMPARE, 2, "fcompare")        /* FT_FLOAT_EQUAL ... */                   \
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

// The outcomes for which a comparison holds, as a set.
enum {
  FT_FLOAT_EQUAL = 1,
  FT_FLOAT_GREATER = 2,
  FT_FLOAT_LESS = 4,
  FT_FLOAT_UNORDERED = 8,
  FT_FLOAT_OUTCOMES = 16,
};

unsigned ft_float_arity (enum ft_float);
const char *ft_float_name (enum ft_float);

// NULL, or why there is no such operation from words of 'from' bits to a word
// of 'width' bits.  'asks' is the set of outcomes of a comparison, else 0.
const char *ft_float_check (enum ft_float, unsigned from, unsigned width,
                            uint64_t asks);

// False if the result is not determined: a NaN, whose bits are open; subnormal
// numbers, which a processor may flush to 0; an integer out of range; a result
// that depends on whether the processor rounds once or twice.
bool ft_float_apply (enum ft_float, unsigned from, unsigned width,
                     uint64_t asks, const uint64_t *operands, uint64_t *result);

#endif
