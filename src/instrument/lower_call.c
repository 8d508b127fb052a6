// Lowering of calls: arguments, results, callees by name or by address.
#include "instrument/addresses.h"
#include "instrument/lower_parts.h"

#include <string.h>

// ---- exceptions ------------------------------------------------------------

static LLVMValueRef landing_pad (LLVMValueRef invoke) {
  LLVMValueRef i = LLVMGetFirstInstruction (LLVMGetUnwindDest (invoke));
  while (i && LLVMIsAPHINode (i))
    i = LLVMGetNextInstruction (i);
  return i && LLVMIsALandingPadInst (i) ? i : NULL;
}

static bool is_called (LLVMValueRef i, const char *name) {
  LLVMValueRef callee =
      LLVMIsACallInst (i) || LLVMIsAInvokeInst (i)
          ? ft_address_function (LLVMGetCalledValue (i))
          : NULL;
  size_t length;
  const char *its = callee ? ft_llvm_name (callee, &length) : NULL;
  return its && length == strlen (name) && !memcmp (its, name, length);
}

// Whether the landing pad is that of a function which lets no exception out: it takes
// all of them, and the program ends there.
static bool terminates (LLVMValueRef pad) {
  if (LLVMGetNumClauses (pad) != 1 || !LLVMIsNull (LLVMGetClause (pad, 0)))
    return false;
  for (LLVMValueRef i = pad; i; i = LLVMGetNextInstruction (i))
    if (is_called (i, "__clang_call_terminate"))
      return true;
  return false;
}

// Whether an exception that the callee lets out is no handler's of this function.
// Destructors have no say: they run once a handler is found, and where none is, the
// program ends with the stack as it was.  In a function that lets none out, they run
// before the end, unless it is the function that throws.
static bool lets_out (LLVMValueRef i) {
  if (!LLVMIsAInvokeInst (i))
    return true;
  LLVMValueRef pad = landing_pad (i);
  return pad && (!LLVMGetNumClauses (pad) ||
                 (is_called (i, "__cxa_throw") && terminates (pad)));
}

// ---- functions -------------------------------------------------------------

static void call_function (ft_code_builder *c, LLVMValueRef i) {
  LLVMValueRef called = LLVMGetCalledValue (i);
  LLVMValueRef callee = ft_address_function (called);
  ft_code_operand at =
      callee ? FT_CODE_OPERAND_NONE : ft_builder_value (c, called);
  ft_instruction *new =
      ft_builder_begin (c, FT_INSTRUCTION_CALL, ft_builder_width_of (i));
  new->site = c->site;
  new->local = lets_out (i);
  if (callee)
    new->constant = ft_guid_of (c->unit, callee);
  ft_builder_operand (c, at);
  for (unsigned k = 0; k < LLVMGetNumArgOperands (i); k++)
    ft_builder_operand (c, ft_builder_operand_of (c, i, k));
  ft_builder_result (c, i);
  if (ft_builder_takes_two (i))
    ft_builder_take_two (c, i);
}

// ---- rounding --------------------------------------------------------------

// Whether a word is in the text, which need not end with a zero.
static bool contains_word (const char *text, size_t length,
                           const char *const *words, size_t count) {
  for (size_t k = 0; k < count; k++)
    if (memmem (text, length, words[k], strlen (words[k])))
      return true;
  return false;
}

#define MENTIONS(text, length, words)                                          \
  contains_word (text, length, words, sizeof (words) / sizeof *(words))

static bool assembly_rounds (const char *text, size_t length) {
  static const char *const words[] = {"ldmxcsr", "fldcw",  "fldenv", "frstor",
                                      "fxrstor", "xrstor", "fpcr"};
  return MENTIONS (text, length, words);
}

static bool intrinsic_rounds (const char *name) {
  static const char *const words[] = {"ldmxcsr",       ".fxrstor", ".xrstor",
                                      ".set.rounding", ".set.fp",  ".reset.fp"};
  return MENTIONS (name, strlen (name), words);
}

// Code with the effect of 'fesetenv' becomes a call of it
// (symex/exec/program_summary.c).
void ft_lower_rounding (ft_code_builder *c, LLVMValueRef i) {
  LLVMValueRef callee = LLVMGetCalledValue (i);
  size_t length;
  if (LLVMIsAInlineAsm (callee)) {
    const char *text = LLVMGetInlineAsmAsmString (callee, &length);
    if (!assembly_rounds (text, length))
      return;
  } else if (!intrinsic_rounds (ft_intrinsic_name (callee)))
    return;
  ft_builder_begin (c, FT_INSTRUCTION_CALL, 0)->constant =
      ft_guid ("fesetenv", 8);
  ft_builder_operand (c, FT_CODE_OPERAND_NONE);
}

// ---- calls -----------------------------------------------------------------

void ft_lower_call (ft_code_builder *c, LLVMValueRef i) {
  LLVMValueRef callee = LLVMGetCalledValue (i);
  if (*ft_intrinsic_name (callee))
    ft_lower_intrinsic (c, i);
  else
    call_function (c, i);
}
