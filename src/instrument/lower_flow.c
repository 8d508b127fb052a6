// Lowering of control flow: terminators and phi nodes.
#include <string.h>

#include "instrument/lower_parts.h"
#include "instrument/site.h"

uint32_t ft_lower_place (ft_code_builder *c, LLVMValueRef i) {
  if (!c->records || ft_site_count (c->unit) >= FT_MAX_FUNCTION_SITES ||
      !LLVMInstructionGetDebugLoc (i))
    return 0;
  return ft_site_add (c->unit, i, FT_SITE_BRANCH, FT_WIRE_PLAIN, 0);
}

static void jump (ft_code_builder *c, LLVMBasicBlockRef to) {
  ft_builder_begin (c, FT_INSTRUCTION_JUMP, 0);
  ft_builder_operand (c, ft_builder_block (c, to));
}

static void branch (ft_code_builder *c, LLVMValueRef i) {
  if (!LLVMIsConditional (i)) {
    jump (c, LLVMGetSuccessor (i, 0));
    return;
  }
  ft_code_operand condition = ft_builder_value (c, LLVMGetCondition (i));
  ft_builder_begin (c, FT_INSTRUCTION_BRANCH, 0)->site = ft_lower_place (c, i);
  ft_builder_operand (c, condition);
  ft_builder_operand (c, ft_builder_block (c, LLVMGetSuccessor (i, 0)));
  ft_builder_operand (c, ft_builder_block (c, LLVMGetSuccessor (i, 1)));
}

// Behind a trap, with the trap's place.
static void unreachable (ft_code_builder *c, LLVMValueRef end) {
  LLVMValueRef trap = LLVMGetPreviousInstruction (end);
  bool traps = LLVMIsAUnreachableInst (end) && trap && ft_intrinsic_traps (trap);
  uint32_t place = traps ? ft_lower_place (c, trap) : 0;
  ft_instruction *i = ft_builder_begin (c, FT_INSTRUCTION_UNREACHABLE, 0);
  i->site = place;
  i->local = place && ft_intrinsic_traps_overflow (trap);
}

static void switch_value (ft_code_builder *c, LLVMValueRef i) {
  uint8_t width = ft_builder_width_of (LLVMGetOperand (i, 0));
  if (!width) {
    unreachable (c, i);
    return;
  }
  ft_code_operand value = ft_builder_operand_of (c, i, 0);
  ft_builder_begin (c, FT_INSTRUCTION_SWITCH, width)->site =
      ft_lower_place (c, i);
  ft_builder_operand (c, value);
  ft_builder_operand (c, ft_builder_block (c, LLVMGetSwitchDefaultDest (i)));
  for (unsigned k = 1; k < LLVMGetNumSuccessors (i); k++) {
    ft_builder_operand (c, ft_builder_operand_of (c, i, 2 * k));
    ft_builder_operand (c, ft_builder_block (c, LLVMGetSuccessor (i, k)));
  }
}

static bool is_main (LLVMValueRef function) {
  size_t length;
  const char *name = ft_llvm_name (function, &length);
  return length == 4 && !memcmp (name, "main", 4);
}

static void give_words (ft_code_builder *c, LLVMValueRef value) {
  ft_code_operand words[2];
  uint8_t widths[2];
  if (!ft_builder_two_widths (value, widths) ||
      !ft_builder_word (c, value, 0, words) ||
      !ft_builder_word (c, value, 1, words + 1))
    return;
  for (unsigned k = 0; k < 2; k++) {
    ft_builder_begin (c, FT_INSTRUCTION_GIVE, widths[k])->constant = k;
    ft_builder_operand (c, words[k]);
  }
}

// What 'main' returns is a status, and fails where it does.
static void return_value (ft_code_builder *c, LLVMValueRef i) {
  LLVMValueRef value = LLVMGetNumOperands (i) ? LLVMGetOperand (i, 0) : NULL;
  ft_code_operand o =
      value ? ft_builder_value (c, value) : FT_CODE_OPERAND_NONE;
  uint8_t width = value ? ft_builder_width_of (value) : 0;
  bool ends = width && c->makes_exit && is_main (c->function);
  uint32_t place = ends ? ft_lower_place (c, i) : 0;
  if (value && !width)
    give_words (c, value);
  ft_instruction *end = ft_builder_begin (c, FT_INSTRUCTION_RETURN, width);
  end->local = place;
  end->site = place ? place : !c->makes_exit;
  ft_builder_operand (c, o);
}

void ft_lower_terminator (ft_code_builder *c, LLVMValueRef i) {
  switch ((unsigned)LLVMGetInstructionOpcode (i)) {
  case LLVMRet:
    return_value (c, i);
    return;
  case LLVMBr:
    branch (c, i);
    return;
  case LLVMSwitch:
    switch_value (c, i);
    return;
  case LLVMInvoke:
    if (!LLVMIsAInlineAsm (LLVMGetCalledValue (i)))
      ft_lower_call (c, i);
    jump (c, LLVMGetNormalDest (i));
    return;
  }
  unreachable (c, i);
}

enum { WHOLE = 2 }; // no word of a pair

static ft_code_operand incoming (ft_code_builder *c, LLVMValueRef phi,
                                 unsigned edge, unsigned word) {
  LLVMValueRef value = LLVMGetIncomingValue (phi, edge);
  ft_code_operand o;
  return word != WHOLE && ft_builder_word (c, value, word, &o)
             ? o
             : ft_builder_value (c, value);
}

// LLVM lists a predecessor with several edges to the block several times; unit
// code lists it once.
static void phi (ft_code_builder *c, LLVMValueRef i, uint8_t width,
                 unsigned word) {
  ft_builder_begin (c, FT_INSTRUCTION_PHI, width);
  for (unsigned k = 0; k < LLVMCountIncoming (i); k++) {
    ft_code_operand block = ft_builder_block (c, LLVMGetIncomingBlock (i, k));
    uint32_t *mark = c->marks.begin + block.word;
    uint32_t here = (uint32_t)c->code->instructions.size;
    if (*mark == here)
      continue;
    *mark = here;
    ft_builder_operand (c, block);
    ft_builder_operand (c, incoming (c, i, k, word));
  }
}

void ft_lower_phi (ft_code_builder *c, LLVMValueRef i) {
  uint8_t widths[2];
  bool two = ft_builder_two_widths (i, widths) && ft_builder_chooses_two (i);
  for (unsigned k = 0; k < 2 && two; k++) {
    phi (c, i, widths[k], k);
    ft_builder_result_word (c, i, k);
  }
  if (two && !ft_builder_is_used_whole (i))
    return;
  phi (c, i, ft_builder_width_of (i), WHOLE);
  ft_builder_result (c, i);
}
