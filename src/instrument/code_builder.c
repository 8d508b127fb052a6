// A builder of unit code.
#include "instrument/code_builder.h"

#include <assert.h>
#include <string.h>

#include "instrument/addresses.h"
#include "instrument/lower_parts.h"

// ---- operands --------------------------------------------------------------

uint8_t ft_builder_width (LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind (type);
  if (kind == LLVMPointerTypeKind)
    return LLVMGetPointerAddressSpace (type) ? 0 : 64;
  if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind)
    return kind == LLVMFloatTypeKind ? 32 : 64;
  unsigned bits = kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth (type) : 0;
  bool modelled =
      bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
  return modelled ? (uint8_t)bits : 0;
}

uint8_t ft_builder_width_of (LLVMValueRef v) {
  return ft_builder_width (LLVMTypeOf (v));
}

uint32_t ft_builder_number (ft_code_builder *c, ft_map *map, LLVMValueRef v,
                            unsigned results) {
  uint32_t *at = ft_map_at (map, ft_pointer_key (v));
  if (*at == FT_NO_ID) {
    *at = c->next;
    c->next += results;
  }
  return *at;
}

static ft_code_operand address (const ft_unit *u, LLVMValueRef v) {
  uint32_t number;
  int64_t offset;
  if (!ft_address_of (u, v, &number, &offset) || offset != (int32_t)offset)
    return FT_CODE_OPERAND_UNKNOWN;
  return ft_code_at_global (number, (int32_t)offset);
}

// A constant integer that is cast to a pointer, as the integer.
static LLVMValueRef without_cast (LLVMValueRef v) {
  bool cast = LLVMIsAConstantExpr (v) && LLVMGetConstOpcode (v) == LLVMIntToPtr;
  LLVMValueRef word = cast ? LLVMGetOperand (v, 0) : v;
  return LLVMIsAConstantInt (word) && ft_builder_width_of (v) ? word : v;
}

static ft_code_operand constant (const ft_unit *u, LLVMValueRef v) {
  uint64_t word;
  if (ft_lower_float_constant (v, &word))
    return ft_code_constant (word);
  v = without_cast (v);
  if (LLVMIsAConstantPointerNull (v) && ft_builder_width_of (v))
    return ft_code_constant (0);
  if (LLVMIsAConstantInt (v) && ft_builder_width_of (v))
    return ft_code_constant (LLVMConstIntGetZExtValue (v));
  return ft_builder_width_of (v) == 64 ? address (u, v)
                                       : FT_CODE_OPERAND_UNKNOWN;
}

ft_code_operand ft_builder_value (ft_code_builder *c, LLVMValueRef v) {
  LLVMValueRef same;
  while ((same = ft_intrinsic_identity (v)))
    v = same;
  if (ft_builder_is_extract (v))
    return ft_builder_extracted (c, v);
  if (LLVMIsAInstruction (v) || LLVMIsAArgument (v))
    return ft_code_slot (ft_builder_number (c, &c->values, v, 1));
  return constant (c->unit, v);
}

ft_code_operand ft_builder_operand_of (ft_code_builder *c, LLVMValueRef i,
                                       unsigned n) {
  return ft_builder_value (c, LLVMGetOperand (i, n));
}

ft_code_operand ft_builder_block (const ft_code_builder *c,
                                  LLVMBasicBlockRef b) {
  uint32_t number = ft_map_get (&c->blocks, ft_pointer_key (b));
  assert (number != FT_NO_ID);
  return ft_code_number (number);
}

// ---- instructions ----------------------------------------------------------

ft_instruction *ft_builder_begin (ft_code_builder *c,
                                  enum ft_instruction_kind kind,
                                  uint8_t width) {
  ft_instruction i = {.kind = (uint8_t)kind,
                      .width = width,
                      .result = FT_NO_ID,
                      .first = (uint32_t)c->code->operands.size};
  FT_PUSH (c->code->instructions, i);
  return &FT_TOP (c->code->instructions);
}

void ft_builder_operand (ft_code_builder *c, ft_code_operand o) {
  FT_PUSH (c->code->operands, o);
  FT_TOP (c->code->instructions).count++;
}

// Without the callee of a call, which the result does not depend on.  Addresses
// of globals are kept, since HAVOC may write there.
void ft_builder_operands (ft_code_builder *c, LLVMValueRef i) {
  bool call =
      LLVMIsACallInst (i) || LLVMIsAInvokeInst (i) || LLVMIsACallBrInst (i);
  int n = call ? (int)LLVMGetNumArgOperands (i) : LLVMGetNumOperands (i);
  for (int k = 0; k < n; k++) {
    ft_code_operand o = ft_builder_operand_of (c, i, (unsigned)k);
    if (o.kind == FT_OPERAND_RESULT || o.kind == FT_OPERAND_GLOBAL)
      ft_builder_operand (c, o);
  }
}

static bool has_result (LLVMValueRef v) {
  return LLVMGetTypeKind (LLVMTypeOf (v)) != LLVMVoidTypeKind;
}

void ft_builder_result (ft_code_builder *c, LLVMValueRef v) {
  if (has_result (v))
    FT_TOP (c->code->instructions).result = ft_builder_number (c, &c->values, v, 1);
}

ft_code_operand ft_builder_new (ft_code_builder *c) {
  FT_TOP (c->code->instructions).result = c->next;
  return ft_code_slot (c->next++);
}

ft_code_operand ft_builder_new_pair (ft_code_builder *c) {
  ft_code_operand first = ft_builder_new (c);
  c->next++;
  return first;
}

static ft_code_operand result_or_new (ft_code_builder *c, LLVMValueRef of) {
  if (!of)
    return ft_builder_new (c);
  ft_builder_result (c, of);
  return ft_code_slot (FT_TOP (c->code->instructions).result);
}

ft_code_operand ft_builder_compute (ft_code_builder *c, enum ft_operator op,
                                    uint8_t width, ft_code_operand a,
                                    ft_code_operand b, LLVMValueRef of) {
  ft_builder_begin (c, FT_INSTRUCTION_COMPUTE, width)->op = (uint8_t)op;
  ft_builder_operand (c, a);
  ft_builder_operand (c, b);
  return result_or_new (c, of);
}

ft_code_operand ft_builder_select (ft_code_builder *c, uint8_t width,
                                   const ft_code_operand operands[3],
                                   LLVMValueRef of) {
  ft_builder_begin (c, FT_INSTRUCTION_SELECT, width);
  for (unsigned n = 0; n < 3; n++)
    ft_builder_operand (c, operands[n]);
  return result_or_new (c, of);
}

ft_code_operand ft_builder_extend (ft_code_builder *c,
                                   enum ft_instruction_kind kind, uint8_t from,
                                   uint8_t width, ft_code_operand o,
                                   LLVMValueRef of) {
  ft_builder_begin (c, kind, width)->from = from;
  ft_builder_operand (c, o);
  return result_or_new (c, of);
}

void ft_builder_undefined_if (ft_code_builder *c, ft_code_operand condition) {
  ft_builder_begin (c, FT_INSTRUCTION_UNDEFINED, 0);
  ft_builder_operand (c, condition);
}

void ft_builder_uninterpreted (ft_code_builder *c,
                               enum ft_instruction_kind kind, LLVMValueRef i) {
  ft_builder_begin (c, kind, ft_builder_width_of (i));
  ft_builder_operands (c, i);
  ft_builder_result (c, i);
}
