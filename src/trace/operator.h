// Operators of three-address events: the semantics of C on words of 1 to 8
// bytes.
//
// 'add' to 'ge' take their operands as signed numbers, operators whose name
// begins with 'u' as unsigned ones.  Undefined behaviour has results of its
// own: an overflow or a shift out of range gives a value that nothing may
// depend on, a division by zero ends the program.

#ifndef FT_TRACE_OPERATOR_H
#define FT_TRACE_OPERATOR_H

#include "base/ids.h"

//     operator, its name, how many operands it takes
#define FT_OPERATORS(O)                                                        \
  O (NONE, "none", 0) /* not recorded: operands are mere dependences */        \
  O (COPY, "copy", 1)                                                          \
  O (ADD, "add", 2)                                                            \
  O (SUB, "sub", 2)                                                            \
  O (MUL, "mul", 2)                                                            \
  O (DIV, "div", 2)                                                            \
  O (REM, "rem", 2)                                                            \
  O (AND, "and", 2)                                                            \
  O (OR, "or", 2)                                                              \
  O (XOR, "xor", 2)                                                            \
  O (SHL, "shl", 2)                                                            \
  O (SHR, "shr", 2)                                                            \
  O (EQ, "eq", 2)                                                              \
  O (NE, "ne", 2)                                                              \
  O (LT, "lt", 2)                                                              \
  O (LE, "le", 2)                                                              \
  O (GT, "gt", 2)                                                              \
  O (GE, "ge", 2)                                                              \
  O (UADD, "uadd", 2)                                                          \
  O (USUB, "usub", 2)                                                          \
  O (UMUL, "umul", 2)                                                          \
  O (UDIV, "udiv", 2)                                                          \
  O (UREM, "urem", 2)                                                          \
  O (USHL, "ushl", 2)                                                          \
  O (USHR, "ushr", 2)                                                          \
  O (ULT, "ult", 2)                                                            \
  O (ULE, "ule", 2)                                                            \
  O (UGT, "ugt", 2)                                                            \
  O (UGE, "uge", 2)

enum ft_operator {
#define O(NAME, text, arity) FT_OP_##NAME,
  FT_OPERATORS (O)
#undef O
};

#define O(NAME, text, arity) +1
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

// Apply the operator to the low 'bytes' of the operands; the result is cut to
// as many bytes.
enum ft_defined ft_operator_apply (enum ft_operator, unsigned bytes,
                                   const uint64_t operands[2],
                                   uint64_t *result);

#endif
