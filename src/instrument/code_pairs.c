// Values of two words: results of compare-and-swaps, of arithmetic with overflow, of
// calls that return a struct of two words, and what phi nodes and selections choose of
// these.  Unit code has a value for each word.
#include "instrument/code_builder.h"
#include "instrument/lower_parts.h"

enum { MOST_CHOICES = 16 }; // phi nodes and selections that choose of each other

static bool is_two_words (LLVMTypeRef type) {
  return LLVMGetTypeKind (type) == LLVMStructTypeKind &&
         LLVMCountStructElementTypes (type) == 2 &&
         ft_builder_width (LLVMStructGetTypeAtIndex (type, 0)) &&
         ft_builder_width (LLVMStructGetTypeAtIndex (type, 1));
}

bool ft_builder_two_widths (LLVMValueRef v, uint8_t widths[2]) {
  LLVMTypeRef type = LLVMTypeOf (v);
  bool two = is_two_words (type);
  for (unsigned k = 0; k < 2 && two; k++)
    widths[k] = ft_builder_width (LLVMStructGetTypeAtIndex (type, k));
  return two;
}

// ---- where the words come from -------------------------------------------------

bool ft_builder_is_pair (LLVMValueRef v) {
  if (!LLVMIsAAtomicCmpXchgInst (v))
    return ft_intrinsic_overflows (v);
  return !LLVMGetPointerAddressSpace (LLVMTypeOf (LLVMGetOperand (v, 0)));
}

bool ft_builder_takes_two (LLVMValueRef v) {
  if ((!LLVMIsACallInst (v) && !LLVMIsAInvokeInst (v)) ||
      !is_two_words (LLVMTypeOf (v)))
    return false;
  LLVMValueRef callee = LLVMGetCalledValue (v);
  return !LLVMIsAInlineAsm (callee) && !*ft_intrinsic_name (callee);
}

// The value that word 'k' of this one comes from: an insertion of this word, or what
// no other word was inserted in.
static LLVMValueRef source_of (LLVMValueRef v, unsigned k) {
  while (LLVMIsAInsertValueInst (v) && *LLVMGetIndices (v) != k)
    v = LLVMGetOperand (v, 0);
  return v;
}

static bool is_choice (LLVMValueRef v) {
  return (LLVMIsAPHINode (v) || LLVMIsASelectInst (v)) &&
         is_two_words (LLVMTypeOf (v));
}

static bool is_known (LLVMValueRef source) {
  return LLVMIsAInsertValueInst (source) || LLVMIsAConstant (source) ||
         ft_builder_is_pair (source) || ft_builder_takes_two (source);
}

typedef struct choices {
  LLVMValueRef all[MOST_CHOICES];
  unsigned size;
} choices;

// Adds what a word of the value may be chosen by; false if it may be unknown.
static bool add_sources (choices *s, LLVMValueRef v) {
  for (unsigned k = 0; k < 2; k++) {
    LLVMValueRef source = source_of (v, k);
    unsigned n = 0;
    while (n < s->size && s->all[n] != source)
      n++;
    if (n < s->size || is_known (source))
      continue;
    if (n == MOST_CHOICES || !is_choice (source))
      return false;
    s->all[s->size++] = source;
  }
  return true;
}

static bool add_chosen (choices *s, LLVMValueRef choice) {
  bool phi = LLVMIsAPHINode (choice), known = true;
  unsigned n = phi ? LLVMCountIncoming (choice) : 3;
  for (unsigned k = phi ? 0 : 1; k < n && known; k++)
    known = add_sources (s, phi ? LLVMGetIncomingValue (choice, k)
                                : LLVMGetOperand (choice, k));
  return known;
}

// What a choice of known words chooses of is known itself: all that can be reached from
// there can be reached from here.
bool ft_builder_chooses_two (LLVMValueRef v) {
  choices s = {{v}, 1};
  bool known = is_choice (v);
  for (unsigned n = 0; n < s.size && known; n++)
    known = add_chosen (&s, s.all[n]);
  return known;
}

// ---- words as operands -----------------------------------------------------------

bool ft_builder_word (ft_code_builder *c, LLVMValueRef v, unsigned k,
                      ft_code_operand *o) {
  LLVMValueRef source = source_of (v, k);
  if (LLVMIsAInsertValueInst (source))
    *o = ft_builder_operand_of (c, source, 1);
  else if (LLVMIsAConstant (source))
    *o = ft_builder_value (c, LLVMGetAggregateElement (source, k));
  else if (is_known (source) || ft_builder_chooses_two (source))
    *o = ft_code_slot (ft_builder_number (c, &c->pairs, source, 2) + k);
  else
    return false;
  return true;
}

bool ft_builder_is_extract (LLVMValueRef v) {
  if (!LLVMIsAExtractValueInst (v))
    return false;
  LLVMValueRef pair = LLVMGetOperand (v, 0);
  if (!is_two_words (LLVMTypeOf (pair)))
    return ft_builder_is_pair (pair);
  LLVMValueRef source = source_of (pair, *LLVMGetIndices (v));
  return is_known (source) || ft_builder_chooses_two (source);
}

ft_code_operand ft_builder_extracted (ft_code_builder *c, LLVMValueRef v) {
  ft_code_operand o = FT_CODE_OPERAND_UNKNOWN;
  ft_builder_word (c, LLVMGetOperand (v, 0), *LLVMGetIndices (v), &o);
  return o;
}

// ---- instructions ------------------------------------------------------------------

bool ft_builder_is_used_whole (LLVMValueRef pair) {
  for (LLVMUseRef u = LLVMGetFirstUse (pair); u; u = LLVMGetNextUse (u))
    if (!LLVMIsAExtractValueInst (LLVMGetUser (u)))
      return true;
  return false;
}

void ft_builder_result_word (ft_code_builder *c, LLVMValueRef v, unsigned k) {
  FT_TOP (c->code->instructions).result =
      ft_builder_number (c, &c->pairs, v, 2) + k;
}

void ft_builder_result_pair (ft_code_builder *c, LLVMValueRef pair) {
  ft_builder_result_word (c, pair, 0);
  if (!ft_builder_is_used_whole (pair))
    return;
  uint32_t first = FT_TOP (c->code->instructions).result;
  ft_builder_begin (c, FT_INSTRUCTION_UNINTERPRETED, 0);
  ft_builder_operand (c, ft_code_slot (first));
  ft_builder_operand (c, ft_code_slot (first + 1));
  ft_builder_result (c, pair);
}

void ft_builder_take_two (ft_code_builder *c, LLVMValueRef call) {
  ft_code_operand both = ft_builder_value (c, call);
  for (unsigned k = 0; k < 2; k++) {
    LLVMTypeRef word = LLVMStructGetTypeAtIndex (LLVMTypeOf (call), k);
    ft_builder_begin (c, FT_INSTRUCTION_TAKE, ft_builder_width (word))->constant = k;
    ft_builder_operand (c, both);
    ft_builder_result_word (c, call, k);
  }
}
