// Operators of three-address events: the semantics of C on words of 1 to 8
// bytes.
//
// 'add' to 'ge', 'min' and 'max' take their operands as signed numbers,
// operators whose name begins with 'u' as unsigned ones.  Undefined behaviour has results of its
// own: an overflow or a shift out of range gives a value that nothing may
// depend on, a division by zero ends the program.

#ifndef FT_TRACE_OPERATOR_H
#define FT_TRACE_OPERATOR_H

#include "base/ids.h"

//     operator, its name, number of operands, whether it has a result for all
#define FT_OPERATORS(O)                                                        \
  O (NONE, "none", 0, false) /* not recorded */                                \
  O (COPY, "copy", 1, true)                                                    \
  O (ADD, "add", 2, false)                                                     \
  O (SUB, "sub", 2, false)                                                     \
  O (MUL, "mul", 2, false)                                                     \
  O (DIV, "div", 2, false)                                                     \
  O (REM, "rem", 2, false)                                                     \
  O (AND, "and", 2, true)                                                      \
  O (OR, "or", 2, true)                                                        \
  O (XOR, "xor", 2, true)                                                      \
  O (SHL, "shl", 2, false)                                                     \
  O (SHR, "shr", 2, false)                                                     \
  O (EQ, "eq", 2, true)                                                        \
  O (NE, "ne", 2, true)                                                        \
  O (LT, "lt", 2, true)                                                        \
  O (LE, "le", 2, true)                                                        \
  O (GT, "gt", 2, true)                                                        \
  O (GE, "ge", 2, true)                                                        \
  O (UADD, "uadd", 2, true)                                                    \
  O (USUB, "usub", 2, true)                                                    \
  O (UMUL, "umul", 2, true)                                                    \
  O (UDIV, "udiv", 2, false)                                                   \
  O (UREM, "urem", 2, false)                                                   \
  O (USHL, "ushl", 2, false)                                                   \
  O (USHR, "ushr", 2, false)                                                   \
  O (ULT, "ult", 2, true)                                                      \
  O (ULE, "ule", 2, true)                                                      \
  O (UGT, "ugt", 2, true)                                                      \
  O (UGE, "uge", 2, true)                                                      \
  O (NAND, "nand", 2, true)                                                    \
  O (MIN, "min", 2, true)                                                      \
  O (MAX, "max", 2, true)                                                      \
  O (UMIN, "umin", 2, true)                                                    \
  O (UMAX, "umax", 2, true)

enum ft_operator {
#define O(NAME, text, arity, total) FT_OP_##NAME,
  FT_OPERATORS (O)
#undef O
};

#define O(NAME, text, arity, total) +1
enum { FT_OPERATOR_COUNT = 0 FT_OPERATORS (O) };
#undef O

const char *ft_operator_name (enum ft_operator);
unsigned ft_operator_arity (enum ft_operator);

// Whether the operator divides, so that some operands end the program.
bool ft_operator_divides (enum ft_operator);

// Whether the operator has a result for all operands.
bool ft_operator_is_total (enum ft_operator);

enum ft_defined {
  FT_DEFINED,
  FT_UNDEFINED, // overflow, shift out of range: a value that nobody may use
  FT_TRAPS,     // division by zero, or of the least number by -1
};

// The low 'bytes' of a word.
uint64_t ft_operator_cut (unsigned bytes, uint64_t word);

// Apply the operator to the low 'bytes' of the operands; the result is cut to
// as many bytes.
enum ft_defined ft_operator_apply (enum ft_operator, unsigned bytes,
                                   const uint64_t operands[2],
                                   uint64_t *result);

#endif
