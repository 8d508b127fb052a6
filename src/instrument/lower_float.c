// Lowering of floating point arithmetic with exactly the freedom of IEEE 754.
// Operations with fast-math flags, which the compiler may compute otherwise,
// are uninterpreted, and so are long double, half and vectors.
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

static bool is_fast_math (LLVMValueRef i) {
  return LLVMCanValueUseFastMathFlags (i) && LLVMGetFastMathFlags (i);
}

// False if the operation is not modelled.
static bool lower_operation (ft_code_builder *c, LLVMValueRef i,
                             enum ft_float op, uint64_t outcomes) {
  unsigned count = ft_float_arity (op);
  uint8_t from = ft_builder_width_of (LLVMGetOperand (i, 0));
  uint8_t width = ft_builder_width_of (i);
  if (is_fast_math (i) || ft_float_check (op, from, width, outcomes))
    return false;
  ft_code_operand operands[3];
  for (unsigned n = 0; n < count; n++)
    operands[n] = ft_builder_operand_of (c, i, n);
  ft_instruction *new = ft_builder_begin (c, FT_INSTRUCTION_FLOAT, width);
  new->op = (uint8_t)op;
  new->from = from;
  new->constant = outcomes;
  for (unsigned n = 0; n < count; n++)
    ft_builder_operand (c, operands[n]);
  ft_builder_result (c, i);
  return true;
}

bool ft_lower_float (ft_code_builder *c, LLVMValueRef i) {
  switch ((unsigned)LLVMGetInstructionOpcode (i)) {
  case LLVMFAdd:
    return lower_operation (c, i, FT_FLOAT_ADD, 0);
  case LLVMFSub:
    return lower_operation (c, i, FT_FLOAT_SUB, 0);
  case LLVMFMul:
    return lower_operation (c, i, FT_FLOAT_MUL, 0);
  case LLVMFDiv:
    return lower_operation (c, i, FT_FLOAT_DIV, 0);
  case LLVMFNeg:
    return lower_operation (c, i, FT_FLOAT_NEG, 0);
  case LLVMFCmp: // LLVM's predicates are sets of outcomes, too
    return lower_operation (c, i, FT_FLOAT_COMPARE, LLVMGetFCmpPredicate (i));
  case LLVMFPTrunc:
  case LLVMFPExt:
    return is_float (LLVMGetOperand (i, 0)) && is_float (i) &&
           lower_operation (c, i, FT_FLOAT_CONVERT, 0);
  case LLVMSIToFP:
    return lower_operation (c, i, FT_FLOAT_FROM_SIGNED, 0);
  case LLVMUIToFP:
    return lower_operation (c, i, FT_FLOAT_FROM_UNSIGNED, 0);
  case LLVMFPToSI:
    return lower_operation (c, i, FT_FLOAT_TO_SIGNED, 0);
  case LLVMFPToUI:
    return lower_operation (c, i, FT_FLOAT_TO_UNSIGNED, 0);
  }
  return false;
}

bool ft_lower_float_intrinsic (ft_code_builder *c, LLVMValueRef i,
                               const char *name) {
  static const struct {
    const char *name;
    enum ft_float op;
  } all[] = {
      {"llvm.fabs.", FT_FLOAT_ABS},    {"llvm.sqrt.", FT_FLOAT_SQRT},
      {"llvm.floor.", FT_FLOAT_FLOOR}, {"llvm.ceil.", FT_FLOAT_CEIL},
      {"llvm.trunc.", FT_FLOAT_TRUNC}, {"llvm.fmuladd.", FT_FLOAT_MULADD}};
  for (size_t n = 0; n < sizeof all / sizeof *all; n++)
    if (!strncmp (name, all[n].name, strlen (all[n].name)))
      return lower_operation (c, i, all[n].op, 0);
  return false;
}
