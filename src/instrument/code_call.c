#include "instrument/addresses.h"
#include "instrument/code_intrinsic.h"
#include "instrument/code_parts.h"

static void call_function (ft_coder *c, LLVMValueRef i) {
  LLVMValueRef called = LLVMGetCalledValue (i);
  LLVMValueRef callee = ft_address_function (called);
  ft_code_operand at = callee ? FT_CODE_NONE : ft_coder_value (c, called);
  ft_instruction *new =
      ft_coder_begin (c, FT_INSTRUCTION_CALL, ft_coder_width_of (i));
  new->site = c->site;
  if (callee)
    new->constant = ft_code_linkage_of (c->unit, callee);
  ft_coder_give (c, at);
  for (unsigned k = 0; k < LLVMGetNumArgOperands (i); k++)
    ft_coder_give (c, ft_coder_operand (c, i, k));
  ft_coder_result (c, i);
}

// Without a text it is there for the compiler alone; nothing is executed.
static void call_assembly (ft_coder *c, LLVMValueRef i) {
  size_t length;
  LLVMGetInlineAsmAsmString (LLVMGetCalledValue (i), &length);
  ft_coder_opaque (c, length ? FT_INSTRUCTION_UNKNOWN : FT_INSTRUCTION_OPAQUE,
                   i);
}

void ft_code_call (ft_coder *c, LLVMValueRef i) {
  LLVMValueRef callee = LLVMGetCalledValue (i);
  if (LLVMIsAInlineAsm (callee))
    call_assembly (c, i);
  else if (*ft_intrinsic_name (callee))
    ft_intrinsic_code (c, i);
  else
    call_function (c, i);
}
