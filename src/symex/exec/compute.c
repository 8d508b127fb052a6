// Instructions that neither make a record nor jump.
//
// Values are words of 64 bits, zero-extended.  Operators of the trace compute
// on whole bytes, so that a value of one bit is computed as a byte of 0 or 1.

#include "symex/exec/compute.h"
#include "symex/altpath/execute.h"
#include "symex/code/code_float.h"
#include "symex/escape/escape.h"
#include "symex/exec/address_name.h"
#include "symex/exec/concrete_memory.h"
#include "symex/exec/constant_table.h"
#include "symex/exec/emit_event.h"
#include "symex/exec/float_terms.h"
#include "symex/exec/local.h"

ft_value ft_value_concrete (uint64_t word) {
  return (ft_value){.word = word, .known = true};
}

// Address 0 is unknown: a weak global without definition, or a variable of
// uninstrumented code (exec_frame.c).
static ft_value global_address (const ft_exec_frame *f,
                                const ft_code_operand *o) {
  uint64_t at = f->unit->globals[ft_code_global_number (o)];
  if (!at)
    return FT_VALUE_UNKNOWN;
  return ft_value_concrete (at + (uint64_t)(int64_t)ft_code_global_offset (o));
}

ft_value ft_operand_value (const ft_exec_frame *f, const ft_code_operand *o) {
  switch ((enum ft_code_operand_kind)o->kind) {
  case FT_OPERAND_RESULT:
    return f->values[o->word];
  case FT_OPERAND_CONSTANT:
  case FT_OPERAND_NUMBER:
    return ft_value_concrete (o->word);
  case FT_OPERAND_GLOBAL:
    return global_address (f, o);
  case FT_OPERAND_UNKNOWN:
  case FT_OPERAND_NONE:
    break;
  }
  return FT_VALUE_UNKNOWN;
}

void ft_set_result (ft_exec_frame *f, const ft_instruction *i, uint32_t index,
                    ft_value value) {
  if (i->result != FT_NO_ID)
    f->values[i->result + index] = value;
}

static ft_value operand (const ft_exec_frame *f, const ft_instruction *i,
                         uint32_t n) {
  return ft_operand_value (f, f->unit->code.operands.begin + i->first + n);
}

// The address of a local variable is unknown as a word; only its offset is
// known.
static ft_value without_object (ft_value s) {
  return s.object ? FT_VALUE_UNKNOWN : s;
}

// ---- words -----------------------------------------------------------------

// Operators that give the same for a byte of 0 or 1 as for a single bit.
static bool fits_a_bit (enum ft_operator op) {
  return op == FT_OP_AND || op == FT_OP_OR || op == FT_OP_XOR ||
         op == FT_OP_EQ || op == FT_OP_NE ||
         (op >= FT_OP_ULT && op <= FT_OP_UGE);
}

static bool can_express (const ft_machine *m, const ft_instruction *i,
                         const ft_value *s) {
  bool fine = i->width > 1 || (i->width && fits_a_bit (i->op));
  for (uint32_t n = 0; n < i->count; n++)
    fine &= s[n].known || ft_is_symbolic (m, s + n);
  return fine;
}

static ft_value binary (ft_machine *m, const ft_exec_frame *f,
                        const ft_instruction *i) {
  ft_value s[2] = {operand (f, i, 0), FT_VALUE_UNKNOWN};
  if (i->count > 1)
    s[1] = operand (f, i, 1);
  if (i->width == 64 && ft_has_address_names (m))
    ft_address_name_use_both (m, i->op, s);
  s[0] = without_object (s[0]);
  s[1] = without_object (s[1]);
  if (ft_operator_divides (i->op))
    ft_altpath_check_division (m, f, i, s[1]);
  if (!can_express (m, i, s)) {
    enum ft_concretize_reason reason =
        i->width ? FT_CONCRETIZE_UNKNOWN_OPERAND : FT_CONCRETIZE_UNINTERPRETED;
    if (ft_operator_divides (i->op)) // still does not end the program
      ft_emit_concretize (m, FT_CONCRETIZE_DIVISION, s, i->count);
    return ft_emit_uninterpreted (m, reason, s, i->count);
  }
  return ft_emit_compute (m, i->op, ft_bytes_of_width (i->width), s, i->count);
}

// Known and not symbolic.  Most values are, so that their addresses are
// computed directly rather than by operators of the trace.
static bool is_concrete (const ft_machine *m, const ft_value *s) {
  return s->known && !ft_is_symbolic (m, s);
}

// Shifts the sign to the top of a word, and back.
static ft_value sign_extend (ft_machine *m, ft_value s, unsigned from,
                             unsigned to) {
  if (from && to && is_concrete (m, &s))
    return ft_value_concrete (ft_low_bits (ft_sign_extend (s.word, from), to));
  ft_value two[2] = {s, ft_value_concrete (64 - from)};
  if (!from || !to)
    return ft_emit_uninterpreted (m, FT_CONCRETIZE_UNINTERPRETED, &s, 1);
  two[0] = ft_emit_compute (m, FT_OP_USHL, 8, two, 2);
  two[0] = ft_emit_compute (m, FT_OP_SHR, 8, two, 2);
  return to < 64
             ? ft_emit_compute (m, FT_OP_COPY, ft_bytes_of_width (to), two, 1)
             : two[0];
}

static ft_value extend (ft_machine *m, const ft_exec_frame *f,
                        const ft_instruction *i) {
  ft_value s = operand (f, i, 0);
  if (s.object)
    return s;
  if (i->width < i->from && ft_has_address_names (m))
    ft_address_name_use_bits (m, i->width, &s);
  if (!i->from || !i->width)
    return ft_emit_uninterpreted (m, FT_CONCRETIZE_UNINTERPRETED, &s, 1);
  if (i->kind == FT_INSTRUCTION_SEXT)
    return sign_extend (m, s, i->from, i->width);
  if (i->width >= i->from) // the word is the same
    return s;
  if (i->width > 1)
    return ft_emit_compute (m, FT_OP_COPY, ft_bytes_of_width (i->width), &s, 1);
  ft_value two[2] = {s, ft_value_concrete (1)};
  return ft_emit_compute (m, FT_OP_AND, ft_bytes_of_width (i->from), two, 2);
}

// c ? a : b without a branch: b ^ ((a ^ b) & -c).
static ft_value choose (ft_machine *m, ft_value c, ft_value a, ft_value b) {
  ft_value minus[2] = {ft_value_concrete (0), c};
  ft_value both[2] = {a, b};
  ft_value mask[2];
  mask[0] = ft_emit_compute (m, FT_OP_USUB, 8, minus, 2);
  mask[1] = ft_emit_compute (m, FT_OP_XOR, 8, both, 2);
  both[0] = ft_emit_compute (m, FT_OP_AND, 8, mask, 2);
  return ft_emit_compute (m, FT_OP_XOR, 8, both, 2);
}

static ft_value select_value (ft_machine *m, const ft_exec_frame *f,
                              const ft_instruction *i) {
  ft_value c = operand (f, i, 0), a = operand (f, i, 1), b = operand (f, i, 2);
  if (!ft_is_symbolic (m, &c) && c.known)
    return c.word & 1 ? a : b;
  if (!ft_is_symbolic (m, &c) || a.object || b.object || !i->width ||
      !c.known) {
    enum ft_concretize_reason reason =
        c.known ? FT_CONCRETIZE_SELECT : FT_CONCRETIZE_UNKNOWN_OPERAND;
    ft_emit_concretize (m, reason, (ft_value[]){c, a, b}, 3);
    return c.known ? c.word & 1 ? a : b : FT_VALUE_UNKNOWN;
  }
  if ((!a.known && !ft_is_symbolic (m, &a)) ||
      (!b.known && !ft_is_symbolic (m, &b)))
    return ft_emit_uninterpreted (m, FT_CONCRETIZE_UNKNOWN_OPERAND,
                                  (ft_value[]){c, a, b}, 3);
  return choose (m, c, a, b);
}

// ---- addresses -------------------------------------------------------------

static ft_value add (ft_machine *m, ft_value a, ft_value b) {
  if (is_concrete (m, &a) && is_concrete (m, &b))
    return ft_value_concrete (a.word + b.word);
  ft_value two[2] = {a, b};
  return ft_emit_compute (m, FT_OP_UADD, 8, two, 2);
}

// The offset in a local variable is concretized.
static ft_value within_object (ft_machine *m, const ft_exec_frame *f,
                               const ft_instruction *i, ft_value base) {
  base.word += i->constant;
  for (uint32_t n = 1; n + 1 < i->count; n += 2) {
    ft_value index = operand (f, i, n);
    ft_emit_concretize (m, FT_CONCRETIZE_LOCAL_INDEX, &index, 1);
    if (!index.known)
      base.word = UINT64_MAX / 2; // beyond any object
    base.word += index.word * operand (f, i, n + 1).word;
  }
  return base;
}

static ft_value address (ft_machine *m, const ft_exec_frame *f,
                         const ft_instruction *i) {
  ft_value base = operand (f, i, 0);
  if (base.object)
    return within_object (m, f, i, base);
  if (i->constant)
    base = add (m, base, ft_value_concrete (i->constant));
  for (uint32_t n = 1; n + 1 < i->count; n += 2) {
    ft_value two[2] = {operand (f, i, n), operand (f, i, n + 1)};
    if (!two[1].word)
      continue;
    if (is_concrete (m, two))
      two[0] = ft_value_concrete (two[0].word * two[1].word);
    else if (two[1].word != 1)
      two[0] = ft_emit_compute (m, FT_OP_UMUL, 8, two, 2);
    base = add (m, base, two[0]);
  }
  if (!base.known)
    base.provenance = operand (f, i, 0).provenance;
  return base;
}

// The count of elements is concretized: with another size, the stack might
// overflow.
static ft_value new_object (ft_machine *m, ft_exec_frame *f,
                            const ft_instruction *i) {
  ft_value count = operand (f, i, 0);
  uint64_t bytes;
  ft_emit_concretize (m, FT_CONCRETIZE_LOCAL_INDEX, &count, 1);
  if (!i->local)
    return FT_VALUE_OF_PROVENANCE (FT_PROVENANCE_STACK);
  if (!count.known || __builtin_mul_overflow (i->constant, count.word, &bytes))
    return FT_VALUE_UNKNOWN;
  return ft_local_new (f, bytes);
}

// ---- the rest --------------------------------------------------------------

// If an operand is the address of a local variable, the result may depend on
// its content, too.
static ft_value uninterpreted (ft_machine *m, ft_exec_frame *f,
                               const ft_instruction *i) {
  FT_STACK (ft_value) all = {0};
  for (uint32_t n = 0; n < i->count; n++) {
    FT_PUSH (all, operand (f, i, n));
    ft_address_name_use (m, &FT_TOP (all));
    ft_local_concretize_object (m, f, FT_CONCRETIZE_UNINTERPRETED,
                                FT_TOP (all));
  }
  ft_value s = ft_emit_uninterpreted (m, FT_CONCRETIZE_UNINTERPRETED, all.begin,
                                      all.size);
  FT_RELEASE (all);
  return s;
}

// TAKE finds the word that the callee gave, or one that depends on its result somehow.
static void take (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  bool given = f->taken.call == i - 1 - i->constant &&
               f->taken.widths[i->constant] == i->width;
  ft_set_result (f, i, 0, given ? f->taken.words[i->constant]
                                : uninterpreted (m, f, i));
}

static ft_value floating (ft_machine *m, const ft_exec_frame *f,
                          const ft_instruction *i) {
  ft_value s[3];
  for (uint32_t n = 0; n < i->count; n++)
    s[n] = without_object (operand (f, i, n));
  return ft_float_value (m, i, s);
}

static __int128 wide (uint64_t word, unsigned width, bool is_signed) {
  if (is_signed)
    return (int64_t)ft_sign_extend (word, width);
  return (__int128)word;
}

// Whether the result differs from that of integers of unlimited size.
static bool overflows (enum ft_operator op, unsigned width, uint64_t x,
                       uint64_t y) {
  bool is_signed = op == FT_OP_ADD || op == FT_OP_SUB || op == FT_OP_MUL;
  __int128 a = wide (x, width, is_signed), b = wide (y, width, is_signed);
  if (op == FT_OP_UMUL)
    return (unsigned __int128)a * (unsigned __int128)b >> width;
  __int128 sum = op == FT_OP_MUL                       ? a * b
                 : op == FT_OP_ADD || op == FT_OP_UADD ? a + b
                                                       : a - b;
  return sum != wide (ft_low_bits ((uint64_t)sum, width), width, is_signed);
}

// The flag of a signed addition or subtraction with the wrapped result 'r', by
// signs: a sum overflows if it has the sign of neither operand.
static ft_value overflow_flag (ft_machine *m, enum ft_operator op,
                               unsigned bytes, const ft_value s[2],
                               ft_value r) {
  bool subtracts = op == FT_OP_SUB;
  ft_value one[2] = {s[0], subtracts ? s[1] : r};
  ft_value two[2] = {subtracts ? s[0] : s[1], r};
  ft_value signs[2] = {ft_emit_compute (m, FT_OP_XOR, bytes, one, 2),
                       ft_emit_compute (m, FT_OP_XOR, bytes, two, 2)};
  ft_value last[2] = {ft_emit_compute (m, FT_OP_AND, bytes, signs, 2),
                      ft_value_concrete (0)};
  return ft_emit_compute (m, FT_OP_LT, bytes, last, 2);
}

// Sets the wrapped result and the overflow flag.  The flag of a product is
// computed only if it is concrete: a term would need a wider word, and there is
// none for 64 bits.
static void overflow (ft_machine *m, ft_exec_frame *f,
                      const ft_instruction *i) {
  static const uint8_t wraps[][2] = {{FT_OP_ADD, FT_OP_UADD},
                                     {FT_OP_SUB, FT_OP_USUB},
                                     {FT_OP_MUL, FT_OP_UMUL}};
  ft_value s[2] = {without_object (operand (f, i, 0)),
                   without_object (operand (f, i, 1))},
           flag;
  unsigned bytes = ft_bytes_of_width (i->width);
  enum ft_operator op = i->op;
  for (size_t n = 0; n < 3; n++)
    if (wraps[n][0] == op)
      op = wraps[n][1];
  ft_value r =
      i->width > 1
          ? ft_emit_compute (m, op, bytes, s, 2)
          : ft_emit_uninterpreted (m, FT_CONCRETIZE_UNINTERPRETED, s, 2);
  ft_set_result (f, i, 0, r);
  if (i->width == 8 * bytes && i->op == FT_OP_UADD)
    flag = ft_emit_compute (m, FT_OP_ULT, bytes, (ft_value[]){r, s[0]}, 2);
  else if (i->width == 8 * bytes && i->op == FT_OP_USUB)
    flag = ft_emit_compute (m, FT_OP_ULT, bytes, s, 2);
  else if (i->width == 8 * bytes && op != FT_OP_UMUL)
    flag = overflow_flag (m, i->op, bytes, s, r);
  else
    flag = ft_emit_uninterpreted (m, FT_CONCRETIZE_PRODUCT_OVERFLOW, s, 2);
  if (i->width && s[0].known && s[1].known) {
    flag.known = true;
    flag.word = overflows (i->op, i->width, s[0].word, s[1].word);
  }
  ft_set_result (f, i, 1, flag);
}

// A schedule in which the condition holds has undefined behaviour and
// proves nothing.
static void undefined_behaviour (ft_machine *m, const ft_exec_frame *f,
                                 const ft_instruction *i) {
  ft_value c = operand (f, i, 0);
  if (c.known)
    ft_emit_branch (m, FT_NO_ID, FT_OP_COPY, 1, 0, &c, 1);
  else
    ft_emit_concretize (m, FT_CONCRETIZE_UNINTERPRETED, &c, 1);
}

static void store (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  ft_value to = operand (f, i, 0);
  ft_emit_concretize (m, FT_CONCRETIZE_ADDRESS, &to, 1);
  ft_local_store (m, f, to, i->constant, i->width, operand (f, i, 1));
}

static ft_value load (ft_machine *m, ft_exec_frame *f,
                      const ft_instruction *i) {
  ft_value from = operand (f, i, 0), value;
  uint64_t word;
  if (!i->local && i->width &&
      ft_constant_table_read (m, from, (unsigned)i->constant, &value))
    return value;
  ft_emit_concretize (m, FT_CONCRETIZE_ADDRESS, &from, 1);
  if (!i->local && from.known && !from.object && i->width &&
      ft_constant_word (m, from.word, (unsigned)i->constant, &word))
    return ft_value_concrete (ft_low_bits (word, i->width));
  return ft_local_load (m, f, from, i->constant, i->width);
}

// Assembly may change memory whose address it gets.
static void havoc (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  ft_emit_concretize_all (m, i->kind == FT_INSTRUCTION_HAVOC
                                 ? FT_CONCRETIZE_ASSEMBLY
                                 : FT_CONCRETIZE_ATOMIC);
  ft_local_havoc (f);
  for (uint32_t n = 0; m->out->environment && n < i->count; n++) {
    ft_value s = operand (f, i, n);
    if (s.known && !s.object)
      ft_escape_shallow (m, s.word);
  }
  ft_set_result (f, i, 0, FT_VALUE_UNKNOWN);
  if (i->kind == FT_INSTRUCTION_CAS)
    ft_set_result (f, i, 1, FT_VALUE_UNKNOWN);
}

void ft_compute (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  switch ((enum ft_instruction_kind)i->kind) {
  case FT_INSTRUCTION_COMPUTE:
    ft_set_result (f, i, 0, binary (m, f, i));
    return;
  case FT_INSTRUCTION_ZEXT:
  case FT_INSTRUCTION_SEXT:
    ft_set_result (f, i, 0, extend (m, f, i));
    return;
  case FT_INSTRUCTION_SELECT:
    ft_set_result (f, i, 0, select_value (m, f, i));
    return;
  case FT_INSTRUCTION_ADDRESS:
    ft_set_result (f, i, 0, address (m, f, i));
    return;
  case FT_INSTRUCTION_ALLOCA:
    ft_set_result (f, i, 0, new_object (m, f, i));
    return;
  case FT_INSTRUCTION_LOAD:
    ft_set_result (f, i, 0, load (m, f, i));
    return;
  case FT_INSTRUCTION_STORE:
    store (m, f, i);
    return;
  case FT_INSTRUCTION_COPY:
    ft_local_copy (m, f, operand (f, i, 0), operand (f, i, 1),
                   operand (f, i, 2));
    return;
  case FT_INSTRUCTION_SET:
    ft_local_set (m, f, operand (f, i, 0), operand (f, i, 1),
                  operand (f, i, 2));
    return;
  case FT_INSTRUCTION_UNINTERPRETED:
    ft_set_result (f, i, 0, uninterpreted (m, f, i));
    return;
  case FT_INSTRUCTION_GIVE:
    f->given.words[i->constant] = operand (f, i, 0);
    f->given.widths[i->constant] = i->width;
    return;
  case FT_INSTRUCTION_TAKE:
    take (m, f, i);
    return;
  case FT_INSTRUCTION_FLOAT:
    ft_set_result (f, i, 0, floating (m, f, i));
    return;
  case FT_INSTRUCTION_OVERFLOW:
    overflow (m, f, i);
    return;
  case FT_INSTRUCTION_UNDEFINED:
    undefined_behaviour (m, f, i);
    return;
  case FT_INSTRUCTION_RMW:
  case FT_INSTRUCTION_CAS:
  case FT_INSTRUCTION_HAVOC:
    havoc (m, f, i);
    return;
  case FT_INSTRUCTION_FENCE:
  case FT_INSTRUCTION_PHI:
  case FT_INSTRUCTION_NOTE:
  case FT_INSTRUCTION_CALL:
  case FT_INSTRUCTION_ENTRY:
  case FT_INSTRUCTION_UNWIND:
  case FT_INSTRUCTION_TAIL_EXIT:
  case FT_INSTRUCTION_JUMP:
  case FT_INSTRUCTION_BRANCH:
  case FT_INSTRUCTION_SWITCH:
  case FT_INSTRUCTION_RETURN:
  case FT_INSTRUCTION_UNREACHABLE:
    return;
  }
}

// ---- floating point --------------------------------------------------------

bool ft_float_fold (const ft_machine *m, const ft_instruction *i,
                    const uint64_t *operands, uint64_t *result) {
  return !m->changes_rounding && ft_float_apply (i->op, i->from, i->width,
                                                 i->constant, operands, result);
}

// A symbolic result that is not expressed is uninterpreted, but keeps its value in
// the run.
ft_value ft_float_value (ft_machine *m, const ft_instruction *i,
                         const ft_value *s) {
  uint64_t words[3] = {0}, result;
  bool known = true, symbolic = false, expressed = true;
  ft_value v;
  for (uint32_t n = 0; n < i->count; n++) {
    symbolic |= ft_is_symbolic (m, s + n);
    expressed &= ft_emit_is_expressed (m, s + n);
  }
  if (symbolic && expressed && ft_float_terms (m, i, s, &v))
    return v;
  v = ft_emit_uninterpreted (m, FT_CONCRETIZE_FLOAT, s, i->count);
  for (uint32_t n = 0; n < i->count; n++) {
    known &= s[n].known;
    words[n] = s[n].word;
  }
  if (!known || !ft_float_fold (m, i, words, &result))
    return v;
  v.known = true;
  v.word = result;
  return v;
}
