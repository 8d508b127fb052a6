// Lowering of accesses and local variables.
#include <string.h>

#include "instrument/lower_parts.h"
#include "instrument/pointer.h"

// Sets the fields of an access.  An access without a record is of memory of
// this function alone, or of memory that never changes.
static void set_access (ft_code_builder *c, ft_instruction *i,
                        LLVMValueRef pointer, uint64_t bytes) {
  i->site = c->site;
  i->constant = bytes;
  i->local = !c->site && ft_pointer_is_local (ft_pointer_base (pointer));
}

static void load (ft_code_builder *c, LLVMValueRef i, const ft_memory_op *a) {
  ft_code_operand from = ft_builder_operand_of (c, i, 0);
  set_access (
      c, ft_builder_begin (c, FT_INSTRUCTION_LOAD, ft_builder_width_of (i)),
      a->read, a->size);
  ft_builder_operand (c, from);
  ft_builder_result (c, i);
}

static void store (ft_code_builder *c, LLVMValueRef i, const ft_memory_op *a) {
  uint8_t width = ft_builder_width_of (LLVMGetOperand (i, 0));
  set_access (c, ft_builder_begin (c, FT_INSTRUCTION_STORE, width), a->written,
              a->size);
  ft_builder_operand (c, ft_builder_operand_of (c, i, 1));
  ft_builder_operand (c, ft_builder_operand_of (c, i, 0));
}

static enum ft_operator operator_of (LLVMAtomicRMWBinOp op) {
  switch ((unsigned)op) {
  case LLVMAtomicRMWBinOpXchg:
    return FT_OP_COPY;
  case LLVMAtomicRMWBinOpAdd:
    return FT_OP_UADD;
  case LLVMAtomicRMWBinOpSub:
    return FT_OP_USUB;
  case LLVMAtomicRMWBinOpAnd:
    return FT_OP_AND;
  case LLVMAtomicRMWBinOpNand:
    return FT_OP_NAND;
  case LLVMAtomicRMWBinOpMin:
    return FT_OP_MIN;
  case LLVMAtomicRMWBinOpMax:
    return FT_OP_MAX;
  case LLVMAtomicRMWBinOpUMin:
    return FT_OP_UMIN;
  case LLVMAtomicRMWBinOpUMax:
    return FT_OP_UMAX;
  case LLVMAtomicRMWBinOpOr:
    return FT_OP_OR;
  case LLVMAtomicRMWBinOpXor:
    return FT_OP_XOR;
  }
  return FT_OP_NONE;
}

static void rmw (ft_code_builder *c, LLVMValueRef i, const ft_memory_op *a) {
  uint8_t width = ft_builder_width_of (LLVMGetOperand (i, 1));
  ft_instruction *new = ft_builder_begin (c, FT_INSTRUCTION_RMW, width);
  enum ft_operator op = operator_of (LLVMGetAtomicRMWBinOp (i));
  new->op = (uint8_t)(width || op == FT_OP_COPY ? op : FT_OP_NONE);
  set_access (c, new, a->written, a->size);
  ft_builder_operand (c, ft_builder_operand_of (c, i, 0));
  ft_builder_operand (c, ft_builder_operand_of (c, i, 1));
  ft_builder_result (c, i);
}

static void cas (ft_code_builder *c, LLVMValueRef i, const ft_memory_op *a) {
  uint8_t width = ft_builder_width_of (LLVMGetOperand (i, 1));
  set_access (c, ft_builder_begin (c, FT_INSTRUCTION_CAS, width), a->written,
              a->size);
  for (unsigned k = 0; k < 3; k++)
    ft_builder_operand (c, ft_builder_operand_of (c, i, k));
  ft_builder_result_pair (c, i);
}

// A COPY is 'local' if its source is, too.
static void copy_or_set (ft_code_builder *c, LLVMValueRef i,
                         const ft_memory_op *a) {
  set_access (c,
              ft_builder_begin (
                  c, a->read ? FT_INSTRUCTION_COPY : FT_INSTRUCTION_SET, 0),
              a->read ? a->read : a->written, 0);
  for (unsigned k = 0; k < 3; k++)
    ft_builder_operand (c, ft_builder_operand_of (c, i, k));
}

// An intrinsic of one processor; what it writes comes from a register.
static void intrinsic (ft_code_builder *c, LLVMValueRef i,
                       const ft_memory_op *a) {
  if (a->read) {
    load (c, i, a);
    return;
  }
  ft_code_operand to = ft_builder_value (c, a->written);
  set_access (c, ft_builder_begin (c, FT_INSTRUCTION_STORE, 0), a->written,
              a->size);
  ft_builder_operand (c, to);
  ft_builder_operand (c, FT_CODE_OPERAND_UNKNOWN);
}

void ft_lower_access (ft_code_builder *c, LLVMValueRef i,
                      const ft_memory_op *a) {
  if (a->opaque) {
    intrinsic (c, i, a);
    return;
  }
  switch ((unsigned)LLVMGetInstructionOpcode (i)) {
  case LLVMLoad:
    load (c, i, a);
    return;
  case LLVMStore:
    store (c, i, a);
    return;
  case LLVMAtomicRMW:
    rmw (c, i, a);
    return;
  case LLVMAtomicCmpXchg:
    cas (c, i, a);
    return;
  }
  if (a->kind == FT_SITE_FENCE)
    ft_builder_begin (c, FT_INSTRUCTION_FENCE, 0)->site = c->site;
  else
    copy_or_set (c, i, a);
}

// ---- variables -------------------------------------------------------------

void ft_lower_alloca (ft_code_builder *c, LLVMValueRef i) {
  ft_code_operand count = ft_builder_operand_of (c, i, 0);
  ft_instruction *new = ft_builder_begin (c, FT_INSTRUCTION_ALLOCA, 64);
  new->constant = LLVMABISizeOfType (c->unit->layout, LLVMGetAllocatedType (i));
  new->local = !ft_pointer_escapes (i);
  ft_builder_operand (c, count);
  ft_builder_result (c, i);
}

// A byval argument becomes a local variable with a copy of the memory that the
// caller passed.
static void copy_argument (ft_code_builder *c, unsigned n, uint64_t bytes) {
  LLVMValueRef argument = LLVMGetParam (c->function, n);
  *ft_map_at (&c->values, ft_pointer_key (argument)) = FT_NO_ID;
  if (ft_pointer_escapes (argument)) {
    ft_builder_begin (c, FT_INSTRUCTION_UNINTERPRETED, 64);
    ft_builder_operand (c, (ft_code_operand){FT_OPERAND_RESULT, n});
    ft_builder_result (c, argument);
    return;
  }
  ft_instruction *new = ft_builder_begin (c, FT_INSTRUCTION_ALLOCA, 64);
  new->constant = bytes;
  new->local = true;
  ft_builder_operand (c, ft_code_constant (1));
  ft_builder_result (c, argument);
  ft_builder_begin (c, FT_INSTRUCTION_COPY, 0)->local = true;
  ft_builder_operand (c, ft_builder_value (c, argument));
  ft_builder_operand (c, (ft_code_operand){FT_OPERAND_RESULT, n});
  ft_builder_operand (c, ft_code_constant (bytes));
}

void ft_lower_byval_arguments (ft_code_builder *c) {
  unsigned kind = ft_attribute_kind ("byval");
  for (unsigned n = 0; n < LLVMCountParams (c->function); n++) {
    LLVMAttributeRef byval =
        LLVMGetEnumAttributeAtIndex (c->function, n + 1, kind);
    if (byval)
      copy_argument (c, n,
                     LLVMABISizeOfType (c->unit->layout,
                                        LLVMGetTypeAttributeValue (byval)));
  }
}
