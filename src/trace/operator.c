#include "trace/operator.h"

#include <assert.h>

const char *ft_operator_name (enum ft_operator op) {
  static const char *const names[] = {
#define O(NAME, text, arity, total) text,
      FT_OPERATORS (O)
#undef O
  };
  return names[op];
}

unsigned ft_operator_arity (enum ft_operator op) {
  static const uint8_t arities[] = {
#define O(NAME, text, arity, total) arity,
      FT_OPERATORS (O)
#undef O
  };
  return arities[op];
}

bool ft_operator_is_total (enum ft_operator op) {
  static const bool totals[] = {
#define O(NAME, text, arity, total) total,
      FT_OPERATORS (O)
#undef O
  };
  return totals[op];
}

bool ft_operator_divides (enum ft_operator op) {
  return op == FT_OP_DIV || op == FT_OP_REM || op == FT_OP_UDIV ||
         op == FT_OP_UREM;
}

static uint64_t cut (uint64_t word, unsigned bits) {
  return bits < 64 ? word & (((uint64_t)1 << bits) - 1) : word;
}

uint64_t ft_operator_cut (unsigned bytes, uint64_t word) {
  return cut (word, 8 * bytes);
}

static int64_t extend (uint64_t word, unsigned bits) {
  return (int64_t)(word << (64 - bits)) >> (64 - bits);
}

// The signed result, undefined if it does not fit.
static enum ft_defined fit (__int128 exact, unsigned bits, uint64_t *result) {
  __int128 most = ((__int128)1 << (bits - 1)) - 1;
  *result = cut ((uint64_t)exact, bits);
  return exact >= -most - 1 && exact <= most ? FT_DEFINED : FT_UNDEFINED;
}

static enum ft_defined divide (enum ft_operator op, int64_t a, int64_t b,
                               unsigned bits, uint64_t *result) {
  *result = 0;
  if (!b || (b == -1 && a == extend ((uint64_t)1 << (bits - 1), bits)))
    return FT_TRAPS;
  *result = cut ((uint64_t)(op == FT_OP_DIV ? a / b : a % b), bits);
  return FT_DEFINED;
}

// In C a left shift of a negative number, or beyond the sign bit, is undefined.
static enum ft_defined shift (enum ft_operator op, uint64_t a, uint64_t b,
                              unsigned bits, uint64_t *result) {
  *result = 0;
  if (b >= bits)
    return FT_UNDEFINED;
  if (op == FT_OP_SHL && extend (a, bits) >= 0)
    return fit ((__int128)a << b, bits, result);
  if (op == FT_OP_SHL)
    return FT_UNDEFINED;
  if (op == FT_OP_SHR)
    *result = cut ((uint64_t)(extend (a, bits) >> b), bits);
  else
    *result = op == FT_OP_USHL ? cut (a << b, bits) : a >> b;
  return FT_DEFINED;
}

static enum ft_defined calculate (enum ft_operator op, uint64_t a, uint64_t b,
                                  unsigned bits, uint64_t *result) {
  int64_t s = extend (a, bits), t = extend (b, bits);
  switch (op) {
  case FT_OP_ADD:
    return fit ((__int128)s + t, bits, result);
  case FT_OP_SUB:
    return fit ((__int128)s - t, bits, result);
  case FT_OP_MUL:
    return fit ((__int128)s * t, bits, result);
  case FT_OP_DIV:
  case FT_OP_REM:
    return divide (op, s, t, bits, result);
  case FT_OP_SHL:
  case FT_OP_SHR:
  case FT_OP_USHL:
  case FT_OP_USHR:
    return shift (op, a, b, bits, result);
  case FT_OP_UDIV:
  case FT_OP_UREM:
    *result = !b ? 0 : op == FT_OP_UDIV ? a / b : a % b;
    return b ? FT_DEFINED : FT_TRAPS;
  case FT_OP_COPY:
    *result = a;
    return FT_DEFINED;
  case FT_OP_AND:
    *result = a & b;
    return FT_DEFINED;
  case FT_OP_OR:
    *result = a | b;
    return FT_DEFINED;
  case FT_OP_XOR:
    *result = a ^ b;
    return FT_DEFINED;
  case FT_OP_EQ:
    *result = a == b;
    return FT_DEFINED;
  case FT_OP_NE:
    *result = a != b;
    return FT_DEFINED;
  case FT_OP_LT:
    *result = s < t;
    return FT_DEFINED;
  case FT_OP_LE:
    *result = s <= t;
    return FT_DEFINED;
  case FT_OP_GT:
    *result = s > t;
    return FT_DEFINED;
  case FT_OP_GE:
    *result = s >= t;
    return FT_DEFINED;
  case FT_OP_UADD:
    *result = cut (a + b, bits);
    return FT_DEFINED;
  case FT_OP_USUB:
    *result = cut (a - b, bits);
    return FT_DEFINED;
  case FT_OP_UMUL:
    *result = cut (a * b, bits);
    return FT_DEFINED;
  case FT_OP_ULT:
    *result = a < b;
    return FT_DEFINED;
  case FT_OP_ULE:
    *result = a <= b;
    return FT_DEFINED;
  case FT_OP_UGT:
    *result = a > b;
    return FT_DEFINED;
  case FT_OP_UGE:
    *result = a >= b;
    return FT_DEFINED;
  case FT_OP_NAND:
    *result = cut (~(a & b), bits);
    return FT_DEFINED;
  case FT_OP_MIN:
    *result = s < t ? a : b;
    return FT_DEFINED;
  case FT_OP_MAX:
    *result = s > t ? a : b;
    return FT_DEFINED;
  case FT_OP_UMIN:
    *result = a < b ? a : b;
    return FT_DEFINED;
  case FT_OP_UMAX:
    *result = a > b ? a : b;
    return FT_DEFINED;
  case FT_OP_NONE:
    break;
  }
  assert (false);
  return FT_UNDEFINED;
}

enum ft_defined ft_operator_apply (enum ft_operator op, unsigned bytes,
                                   const uint64_t operands[2],
                                   uint64_t *result) {
  unsigned bits = 8 * bytes;
  uint64_t b = ft_operator_arity (op) > 1 ? operands[1] : 0;
  return calculate (op, cut (operands[0], bits), cut (b, bits), bits, result);
}
