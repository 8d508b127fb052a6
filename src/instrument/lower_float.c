// Floating point: what is computed with no more freedom than IEEE 754 leaves.
// What 'fast-math' flags allow the compiler to compute otherwise is opaque, as
// are long double, half, vectors.
#include <math.h>
#include <string.h>

#include "instrument/lower_parts.h"
#include "symex/code/code_float.h"

bool ft_lower_float_constant (LLVMValueRef v, uint64_t *word) {
  LLVMBool lost = 0;
  uint8_t width = ft_builder_width_of (v);
  if (!LLVMIsAConstantFP (v) || !width)
    return false;
  double x = LLVMConstRealGetDouble (v, &lost);
  float small = (float)x;
  uint32_t half;
  if (lost || isnan (x))
    return false;
  memcpy (word, &x, sizeof *word);
  memcpy (&half, &small, sizeof half);
  if (width == 32)
    *word = half;
  return true;
}

static bool is_float (LLVMValueRef v) {
  LLVMTypeKind kind = LLVMGetTypeKind (LLVMTypeOf (v));
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static bool is_free (LLVMValueRef i) {
  return LLVMCanValueUseFastMathFlags (i) && LLVMGetFastMathFlags (i);
}

// False if it is none of those that there are.
static bool emit (ft_code_builder *c, LLVMValueRef i, enum ft_float op,
                  uint64_t asks) {
  unsigned count = ft_float_arity (op);
  uint8_t from = ft_builder_width_of (LLVMGetOperand (i, 0));
  uint8_t width = ft_builder_width_of (i);
  if (is_free (i) || ft_float_check (op, from, width, asks))
    return false;
  ft_code_operand operands[3];
  for (unsigned n = 0; n < count; n++)
    operands[n] = ft_builder_operand_of (c, i, n);
  ft_instruction *new = ft_builder_begin (c, FT_INSTRUCTION_FLOAT, width);
  new->op = (uint8_t)op;
  new->from = from;
  new->constant = asks;
  for (unsigned n = 0; n < count; n++)
    ft_builder_operand (c, operands[n]);
  ft_builder_result (c, i);
  return true;
}

bool ft_lower_float (ft_code_builder *c, LLVMValueRef i) {
  switch ((unsigned)LLVMGetInstructionOpcode (i)) {
  case LLVMFAdd:
    return emit (c, i, FT_FLOAT_ADD, 0);
  case LLVMFSub:
    return emit (c, i, FT_FLOAT_SUB, 0);
  case LLVMFMul:
    return emit (c, i, FT_FLOAT_MUL, 0);
  case LLVMFDiv:
    return emit (c, i, FT_FLOAT_DIV, 0);
  case LLVMFNeg:
    return emit (c, i, FT_FLOAT_NEG, 0);
  case LLVMFCmp: // LLVM numbers its predicates so
    return emit (c, i, FT_FLOAT_COMPARE, LLVMGetFCmpPredicate (i));
  case LLVMFPTrunc:
  case LLVMFPExt:
    return is_float (LLVMGetOperand (i, 0)) && is_float (i) &&
           emit (c, i, FT_FLOAT_CONVERT, 0);
  case LLVMSIToFP:
    return emit (c, i, FT_FLOAT_FROM_SIGNED, 0);
  case LLVMUIToFP:
    return emit (c, i, FT_FLOAT_FROM_UNSIGNED, 0);
  case LLVMFPToSI:
    return emit (c, i, FT_FLOAT_TO_SIGNED, 0);
  case LLVMFPToUI:
    return emit (c, i, FT_FLOAT_TO_UNSIGNED, 0);
  }
  return false;
}

bool ft_lower_float_intrinsic (ft_code_builder *c, LLVMValueRef i, const char *name) {
  static const struct {
    const char *name;
    enum ft_float op;
  } all[] = {
      {"llvm.fabs.", FT_FLOAT_ABS},    {"llvm.sqrt.", FT_FLOAT_SQRT},
      {"llvm.floor.", FT_FLOAT_FLOOR}, {"llvm.ceil.", FT_FLOAT_CEIL},
      {"llvm.trunc.", FT_FLOAT_TRUNC}, {"llvm.fmuladd.", FT_FLOAT_MULADD}};
  for (size_t n = 0; n < sizeof all / sizeof *all; n++)
    if (!strncmp (name, all[n].name, strlen (all[n].name)))
      return emit (c, i, all[n].op, 0);
  return false;
}
