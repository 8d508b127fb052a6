// Lowering of arithmetic, comparisons, conversions, selects and addresses.
#include "instrument/lower_parts.h"

// ---- arithmetic ------------------------------------------------------------

// Whether result and operands are words.
static bool is_word (LLVMValueRef i) {
  return ft_builder_width_of (i) && ft_builder_width_of (LLVMGetOperand (i, 0));
}

static enum ft_operator operator_of (LLVMValueRef i) {
  switch ((unsigned)LLVMGetInstructionOpcode (i)) {
  case LLVMAdd:
    return LLVMGetNSW (i) ? FT_OP_ADD : FT_OP_UADD;
  case LLVMSub:
    return LLVMGetNSW (i) ? FT_OP_SUB : FT_OP_USUB;
  case LLVMMul:
    return LLVMGetNSW (i) ? FT_OP_MUL : FT_OP_UMUL;
  case LLVMUDiv:
    return FT_OP_UDIV;
  case LLVMSDiv:
    return FT_OP_DIV;
  case LLVMURem:
    return FT_OP_UREM;
  case LLVMSRem:
    return FT_OP_REM;
  case LLVMShl:
    return FT_OP_USHL;
  case LLVMLShr:
    return FT_OP_USHR;
  case LLVMAShr:
    return FT_OP_SHR;
  case LLVMAnd:
    return FT_OP_AND;
  case LLVMOr:
    return FT_OP_OR;
  case LLVMXor:
    return FT_OP_XOR;
  }
  return FT_OP_NONE;
}

typedef struct binary {
  ft_code_builder *builder;
  uint8_t width;
  ft_code_operand a, b, result;
} binary;

static void undefined_unless_reversed (const binary *n, enum ft_operator op,
                                       ft_code_operand by) {
  ft_code_operand back =
      ft_builder_compute (n->builder, op, n->width, n->result, by, NULL);
  ft_builder_undefined_if (
      n->builder,
      ft_builder_compute (n->builder, FT_OP_NE, n->width, back, n->a, NULL));
}

static void undefined_if (const binary *n, enum ft_operator op,
                          ft_code_operand a, ft_code_operand b) {
  ft_builder_undefined_if (
      n->builder, ft_builder_compute (n->builder, op, n->width, a, b, NULL));
}

static void no_product_overflow (const binary *n) {
  ft_builder_begin (n->builder, FT_INSTRUCTION_OVERFLOW, n->width)->op =
      FT_OP_UMUL;
  ft_builder_operand (n->builder, n->a);
  ft_builder_operand (n->builder, n->b);
  ft_code_operand overflow = ft_builder_new_pair (n->builder);
  overflow.word++;
  ft_builder_undefined_if (n->builder, overflow);
}

// nuw: no bit is lost on the left.
static void nuw (const binary *n, LLVMOpcode opcode) {
  if (opcode == LLVMAdd)
    undefined_if (n, FT_OP_ULT, n->result, n->a);
  else if (opcode == LLVMSub)
    undefined_if (n, FT_OP_ULT, n->a, n->b);
  else if (opcode == LLVMMul)
    no_product_overflow (n);
  else
    undefined_unless_reversed (n, FT_OP_USHR, n->b);
}

// exact: no bit is lost on the right.
static void exact (const binary *n, LLVMOpcode opcode) {
  bool divides = opcode == LLVMUDiv || opcode == LLVMSDiv;
  undefined_unless_reversed (n, divides ? FT_OP_UMUL : FT_OP_USHL, n->b);
}

static void lower_promises (const binary *n, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode (i);
  switch ((unsigned)opcode) {
  case LLVMShl:
    if (LLVMGetNSW (i))
      undefined_unless_reversed (n, FT_OP_SHR, n->b);
    // fall through
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
    if (LLVMGetNUW (i))
      nuw (n, opcode);
    return;
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMLShr:
  case LLVMAShr:
    if (LLVMGetExact (i))
      exact (n, opcode);
    return;
  }
}

static bool arithmetic (ft_code_builder *c, LLVMValueRef i) {
  enum ft_operator op = operator_of (i);
  if (op == FT_OP_NONE || !is_word (i))
    return false;
  binary n = {c, ft_builder_width_of (i), ft_builder_operand_of (c, i, 0),
              ft_builder_operand_of (c, i, 1), FT_CODE_OPERAND_NONE};
  bool places = ft_operator_divides (op) && n.b.kind == FT_OPERAND_RESULT;
  uint32_t place = places ? ft_lower_place (c, i) : 0;
  n.result = ft_builder_compute (c, op, n.width, n.a, n.b, i);
  FT_TOP (c->code->instructions).site = place;
  lower_promises (&n, i);
  return true;
}

static enum ft_operator comparison (LLVMIntPredicate p) {
  switch (p) {
  case LLVMIntEQ:
    return FT_OP_EQ;
  case LLVMIntNE:
    return FT_OP_NE;
  case LLVMIntUGT:
    return FT_OP_UGT;
  case LLVMIntUGE:
    return FT_OP_UGE;
  case LLVMIntULT:
    return FT_OP_ULT;
  case LLVMIntULE:
    return FT_OP_ULE;
  case LLVMIntSGT:
    return FT_OP_GT;
  case LLVMIntSGE:
    return FT_OP_GE;
  case LLVMIntSLT:
    return FT_OP_LT;
  case LLVMIntSLE:
    return FT_OP_LE;
  }
  return FT_OP_NONE;
}

static bool compare (ft_code_builder *c, LLVMValueRef i) {
  if (!LLVMIsAICmpInst (i) || !is_word (i))
    return false;
  ft_builder_compute (c, comparison (LLVMGetICmpPredicate (i)),
                      ft_builder_width_of (LLVMGetOperand (i, 0)),
                      ft_builder_operand_of (c, i, 0),
                      ft_builder_operand_of (c, i, 1), i);
  return true;
}

// ---- conversions and choices -----------------------------------------------

static bool is_conversion (LLVMOpcode opcode) {
  return opcode == LLVMZExt || opcode == LLVMSExt || opcode == LLVMTrunc ||
         opcode == LLVMPtrToInt || opcode == LLVMIntToPtr ||
         opcode == LLVMBitCast || opcode == LLVMFreeze;
}

// The promises of 'trunc nuw' and 'trunc nsw': the word 'o' can be restored
// from the result 'made'.
static void lower_trunc_promises (ft_code_builder *c, LLVMValueRef i,
                                  ft_code_operand o, ft_code_operand made) {
  uint8_t from = ft_builder_width_of (LLVMGetOperand (i, 0));
  for (int is_signed = 0; is_signed < 2; is_signed++) {
    if (!(is_signed ? LLVMGetNSW (i) : LLVMGetNUW (i)))
      continue;
    ft_code_operand back = ft_builder_extend (
        c, is_signed ? FT_INSTRUCTION_SEXT : FT_INSTRUCTION_ZEXT,
        ft_builder_width_of (i), from, made, NULL);
    ft_builder_undefined_if (
        c, ft_builder_compute (c, FT_OP_NE, from, back, o, NULL));
  }
}

static bool convert (ft_code_builder *c, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode (i);
  if (!is_conversion (opcode) || !is_word (i))
    return false;
  uint8_t from = ft_builder_width_of (LLVMGetOperand (i, 0));
  ft_code_operand o = ft_builder_operand_of (c, i, 0);
  enum ft_instruction_kind kind =
      opcode == LLVMSExt ? FT_INSTRUCTION_SEXT : FT_INSTRUCTION_ZEXT;
  ft_code_operand made =
      ft_builder_extend (c, kind, from, ft_builder_width_of (i), o, i);
  if (LLVMIsATruncInst (i))
    lower_trunc_promises (c, i, o, made);
  return true;
}

static void choose_words (ft_code_builder *c, LLVMValueRef i,
                          const uint8_t widths[2]) {
  for (unsigned k = 0; k < 2; k++) {
    ft_code_operand operands[3] = {ft_builder_operand_of (c, i, 0)};
    ft_builder_word (c, LLVMGetOperand (i, 1), k, operands + 1);
    ft_builder_word (c, LLVMGetOperand (i, 2), k, operands + 2);
    ft_builder_select (c, widths[k], operands, NULL);
    ft_builder_result_word (c, i, k);
  }
}

static bool choose (ft_code_builder *c, LLVMValueRef i) {
  uint8_t widths[2];
  if (!LLVMIsASelectInst (i) || !ft_builder_width_of (LLVMGetOperand (i, 0)))
    return false;
  bool two = ft_builder_two_widths (i, widths) && ft_builder_chooses_two (i);
  if (two)
    choose_words (c, i, widths);
  if (two && !ft_builder_is_used_whole (i))
    return true;
  ft_code_operand operands[] = {ft_builder_operand_of (c, i, 0),
                                ft_builder_operand_of (c, i, 1),
                                ft_builder_operand_of (c, i, 2)};
  ft_builder_select (c, ft_builder_width_of (i), operands, i);
  return true;
}

// ---- addresses -------------------------------------------------------------

typedef struct step {
  ft_code_operand index;
  uint64_t scale;
} step;

typedef struct address {
  ft_code_builder *builder;
  uint64_t constant;
  FT_STACK (step) steps;
} address;

static void add_index (address *a, LLVMValueRef index, uint64_t scale) {
  if (LLVMIsAConstantInt (index)) {
    a->constant += (uint64_t)LLVMConstIntGetSExtValue (index) * scale;
    return;
  }
  uint8_t width = ft_builder_width_of (index);
  ft_code_operand o = ft_builder_value (a->builder, index);
  if (width < 64)
    o = ft_builder_extend (a->builder, FT_INSTRUCTION_SEXT, width, 64, o, NULL);
  step s = {o, scale};
  FT_PUSH (a->steps, s);
}

// Adds one index into a type; returns the type there.
static LLVMTypeRef enter_type (address *a, LLVMTypeRef type,
                               LLVMValueRef index) {
  LLVMTargetDataRef layout = a->builder->unit->layout;
  if (LLVMGetTypeKind (type) == LLVMStructTypeKind) {
    unsigned field = (unsigned)LLVMConstIntGetZExtValue (index);
    a->constant += LLVMOffsetOfElement (layout, type, field);
    return LLVMStructGetTypeAtIndex (type, field);
  }
  LLVMTypeRef element = LLVMGetElementType (type);
  add_index (a, index, LLVMABISizeOfType (layout, element));
  return element;
}

static bool has_word_indices (LLVMValueRef gep) {
  for (int k = 0; k < LLVMGetNumOperands (gep); k++)
    if (!ft_builder_width_of (LLVMGetOperand (gep, (unsigned)k)))
      return false;
  return ft_builder_width_of (gep);
}

static bool locate (ft_code_builder *c, LLVMValueRef i) {
  if (!LLVMIsAGetElementPtrInst (i) || !has_word_indices (i))
    return false;
  address a = {.builder = c};
  LLVMTypeRef type = LLVMGetGEPSourceElementType (i);
  add_index (&a, LLVMGetOperand (i, 1),
             LLVMABISizeOfType (c->unit->layout, type));
  for (int k = 2; k < LLVMGetNumOperands (i); k++)
    type = enter_type (&a, type, LLVMGetOperand (i, (unsigned)k));
  ft_code_operand base = ft_builder_operand_of (c, i, 0);
  ft_builder_begin (c, FT_INSTRUCTION_ADDRESS, 64)->constant = a.constant;
  ft_builder_operand (c, base);
  for (size_t k = 0; k < a.steps.size; k++) {
    ft_builder_operand (c, a.steps.begin[k].index);
    ft_builder_operand (c, ft_code_number (a.steps.begin[k].scale));
  }
  ft_builder_result (c, i);
  FT_RELEASE (a.steps);
  return true;
}

bool ft_lower_value (ft_code_builder *c, LLVMValueRef i) {
  return arithmetic (c, i) || compare (c, i) || convert (c, i) ||
         choose (c, i) || locate (c, i) || ft_lower_float (c, i);
}
