// Lowering of inline assembly: what it computes is unknown, but its records
// have the old and the new word of each operand in memory.
#include <string.h>

#include "instrument/lower_parts.h"

// Everything that was read so far matters: it may decide what assembly writes,
// and whether it goes on.
static void havoc (ft_code_builder *c, LLVMValueRef i, LLVMValueRef result) {
  uint8_t width = result ? ft_builder_width_of (result) : 0;
  ft_builder_begin (c, FT_INSTRUCTION_HAVOC, width);
  ft_builder_operands (c, i);
  if (result)
    ft_builder_result (c, result);
}

static void call (ft_code_builder *c, LLVMValueRef i, uint32_t site) {
  ft_assembly a;
  const char *name = ft_assembly_of (c->unit, i, &a) ? ft_assembly_callee (&a)
                                                     : FT_ASSEMBLY_NAME;
  ft_builder_begin (c, FT_INSTRUCTION_CALL, 0)->site = site;
  FT_TOP (c->code->instructions).constant = ft_guid (name, strlen (name));
  ft_builder_operand (c, FT_CODE_OPERAND_NONE);
  ft_builder_operands (c, i);
}

static enum ft_instruction_kind kind_of (enum ft_site_kind site) {
  switch ((unsigned)site) {
  case FT_SITE_RMW:
    return FT_INSTRUCTION_RMW;
  case FT_SITE_CAS:
    return FT_INSTRUCTION_CAS;
  case FT_SITE_ATOMIC_STORE:
  case FT_SITE_STORE_WIDE:
    return FT_INSTRUCTION_STORE;
  }
  return FT_INSTRUCTION_LOAD;
}

static void access (ft_code_builder *c, const ft_record_point *point,
                    ft_code_operand value) {
  enum ft_instruction_kind kind = kind_of (point->site);
  ft_code_operand at = ft_builder_value (c, point->subject);
  bool word = point->size <= 8 && !(point->size & (point->size - 1));
  ft_instruction *new =
      ft_builder_begin (c, kind, word ? (uint8_t)(8 * point->size) : 0);
  new->site = point->code;
  new->constant = point->size;
  ft_builder_operand (c, at);
  if (kind != FT_INSTRUCTION_LOAD)
    ft_builder_operand (c, value);
  if (kind == FT_INSTRUCTION_CAS)
    ft_builder_operand (c, FT_CODE_OPERAND_UNKNOWN);
}

static bool is_plain_fence (LLVMValueRef i) {
  static const char *const texts[] = {"mfence", "lfence", "sfence"};
  size_t length;
  const char *text =
      LLVMGetInlineAsmAsmString (LLVMGetCalledValue (i), &length);
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    if (length == strlen (texts[k]) && !memcmp (text, texts[k], length))
      return true;
  return false;
}

// Where assembly begins or ends a function, the points of that are not its own.
static bool is_of_assembly (const ft_record_point *p) {
  return (p->kind == FT_POINT_NOTE && p->site != FT_SITE_VARIABLE) ||
         p->kind == FT_POINT_BEFORE || p->kind == FT_POINT_AFTER;
}

static void point (ft_code_builder *c, LLVMValueRef i,
                   const ft_record_point *p) {
  if (!is_of_assembly (p))
    return;
  havoc (c, i, NULL);
  if (p->site == FT_SITE_CALL)
    call (c, i, p->code);
  else if (p->site == FT_SITE_FENCE)
    ft_builder_begin (c, FT_INSTRUCTION_FENCE, 0)->site = p->code;
  else
    access (c, p, FT_CODE_OPERAND_UNKNOWN);
}

// ---- moves -----------------------------------------------------------------

// What a move writes: its operand besides the memory, unknown if there is none,
// for the text then has a constant.  False if the operand has another width.
static bool moved_value (ft_code_builder *c, LLVMValueRef i, uint64_t size,
                         ft_code_operand *value) {
  unsigned count = LLVMGetNumArgOperands (i);
  *value = FT_CODE_OPERAND_UNKNOWN;
  if (count < 2)
    return true;
  LLVMValueRef from = LLVMGetOperand (i, 1);
  *value = ft_builder_value (c, from);
  return count == 2 && ft_builder_width_of (from) == 8 * size;
}

// A load or store whose value is known; false for others.
static bool move (ft_code_builder *c, LLVMValueRef i, const ft_assembly *a,
                  size_t first) {
  const ft_assembly_access *only = a->accesses;
  ft_code_operand value;
  const ft_record_point *p = NULL;
  for (size_t n = first; n < c->point; n++)
    if (c->block->points.begin[n].subject)
      p = c->block->points.begin + n;
  if (!a->is_move || !p || !c->records || LLVMIsATerminatorInst (i))
    return false;
  if (only->kind == FT_SITE_ATOMIC_LOAD &&
      ft_builder_width_of (i) == 8 * only->size) {
    access (c, p, FT_CODE_OPERAND_UNKNOWN);
    ft_builder_result (c, i);
    return true;
  }
  if (only->kind != FT_SITE_ATOMIC_STORE ||
      !moved_value (c, i, only->size, &value))
    return false;
  access (c, p, value);
  return true;
}

// ---- one access ------------------------------------------------------------

// The point of the only access, or NULL.
static const ft_record_point *only_point (const ft_code_builder *c,
                                          size_t first) {
  const ft_record_point *found = NULL;
  for (size_t n = first; n < c->point; n++) {
    const ft_record_point *p = c->block->points.begin + n;
    if (p->kind != FT_POINT_FLUSH && (found || !p->subject))
      return NULL;
    found = p->kind == FT_POINT_FLUSH ? found : p;
  }
  return found;
}

// The value that a locked instruction computes with.  False if none has just
// this width.
static bool update_operand (ft_code_builder *c, LLVMValueRef i,
                            const ft_assembly *a, ft_code_operand *value) {
  unsigned others = 0;
  uint8_t width = (uint8_t)(8 * a->accesses->size);
  bool fine = a->op != FT_OP_NONE;
  *value = ft_code_constant (
      ft_operator_cut ((unsigned)a->accesses->size, a->constant));
  for (unsigned k = 0; k < LLVMGetNumArgOperands (i); k++) {
    LLVMValueRef v = LLVMGetOperand (i, k);
    if (v == a->accesses->pointer)
      continue;
    others++;
    fine = fine && ft_builder_width_of (v) == width;
    *value = ft_builder_value (c, v);
  }
  bool returned = ft_builder_width_of (i) == width;
  bool nothing = LLVMGetTypeKind (LLVMTypeOf (i)) == LLVMVoidTypeKind;
  return fine && others == !a->has_constant &&
         (a->is_returned ? returned : nothing);
}

// What straight-line assembly writes and returns depends on its operands and on
// what memory held.
static bool straight (ft_code_builder *c, LLVMValueRef i, const ft_assembly *a,
                      size_t first) {
  const ft_record_point *p = only_point (c, first);
  ft_code_operand x;
  if (!a->is_straight || !p || !c->records ||
      (p->site != FT_SITE_RMW && p->site != FT_SITE_ATOMIC_LOAD))
    return false;
  bool known = update_operand (c, i, a, &x);
  if (!known) {
    ft_builder_begin (c, FT_INSTRUCTION_UNINTERPRETED, (uint8_t)(8 * p->size));
    ft_builder_operands (c, i);
    x = ft_builder_new (c);
  }
  access (c, p, x);
  FT_TOP (c->code->instructions).op = (uint8_t)(known ? a->op : FT_OP_NONE);
  if (known && a->is_returned) {
    ft_builder_result (c, i);
    return true;
  }
  ft_code_operand old = ft_builder_new (c);
  ft_builder_begin (c, FT_INSTRUCTION_UNINTERPRETED, ft_builder_width_of (i));
  ft_builder_operand (c, old);
  ft_builder_operands (c, i);
  ft_builder_result (c, i);
  return true;
}

void ft_lower_assembly (ft_code_builder *c, LLVMValueRef i,
                        const ft_assembly *a, size_t first) {
  if (a->is_empty) { // it only constrains the compiler
    ft_builder_uninterpreted (c, FT_INSTRUCTION_UNINTERPRETED, i);
    return;
  }
  if (a->is_fence && is_plain_fence (i)) {
    ft_builder_begin (c, FT_INSTRUCTION_FENCE, 0)->site = c->site;
    return;
  }
  if (move (c, i, a, first) || straight (c, i, a, first))
    return;
  for (size_t n = first; c->records && n < c->point; n++)
    point (c, i, c->block->points.begin + n);
  havoc (c, i, i);
}
