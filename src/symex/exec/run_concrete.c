// The fast path of re-execution.
//
// Most instructions compute on concrete words and add nothing to the trace.
// They are executed here, by the same rules as in 'compute.c' and
// 'run_to_record.c'. Those execute all other instructions and are the slow twin
// (tests/unit/test_quick.c).  Cost: 100 machine instructions each, a third of
// the cost there.
#include "symex/exec/run_concrete.h"
#include "symex/exec/address_name.h"
#include "symex/exec/compute.h"

enum { MAX_PHIS = 16 };

typedef struct fast_path {
  const ft_machine *machine;
  const ft_unit_code *code;
  ft_exec_frame *frame;
  ft_value *slots;
  uint32_t concretized;
} fast_path;

// False if the operand is not concrete.
static inline bool take_concrete (const fast_path *p, const ft_code_operand *o,
                                  uint64_t *word) {
  if (o->kind == FT_OPERAND_RESULT) {
    const ft_value *s = p->slots + o->word;
    *word = s->word;
    return s->known & (s->symbol <= p->concretized);
  }
  if (o->kind == FT_OPERAND_CONSTANT) {
    *word = o->word;
    return true;
  }
  if (o->kind != FT_OPERAND_GLOBAL)
    return false;
  uint64_t at = p->frame->unit->globals[ft_code_global_number (o)];
  *word = at + (uint64_t)(int64_t)ft_code_global_offset (o);
  return at; // 0: unknown
}

static inline void set_result (const fast_path *p, const ft_instruction *i,
                               uint64_t word) {
  if (i->result != FT_NO_ID)
    p->slots[i->result] = (ft_value){word, 0, 0, true};
}

// ---- words -----------------------------------------------------------------

// A signed result; false if it does not fit into 'width' bits.
static inline bool fits (int64_t exact, unsigned width, uint64_t *r) {
  *r = ft_low_bits ((uint64_t)exact, width);
  return width > 1 && (int64_t)ft_sign_extend (*r, width) == exact;
}

static inline bool add (uint64_t a, uint64_t b, unsigned width, uint64_t *r) {
  int64_t sum;
  return !__builtin_add_overflow ((int64_t)ft_sign_extend (a, width),
                                  (int64_t)ft_sign_extend (b, width), &sum) &&
         fits (sum, width, r);
}

static inline bool multiply (uint64_t a, uint64_t b, unsigned width,
                             uint64_t *r) {
  int64_t product;
  return !__builtin_mul_overflow ((int64_t)ft_sign_extend (a, width),
                                  (int64_t)ft_sign_extend (b, width),
                                  &product) &&
         fits (product, width, r);
}

// A shift by as many bits as the word has, or more, is undefined.
static inline bool shift (enum ft_operator op, uint64_t a, uint64_t b,
                          unsigned width, uint64_t *r) {
  if (width < 2 || b >= width)
    return false;
  if (op == FT_OP_SHR)
    a = (uint64_t)((int64_t)ft_sign_extend (a, width) >> b);
  else
    a = op == FT_OP_USHL ? a << b : a >> b;
  *r = ft_low_bits (a, width);
  return true;
}

// Rare operators are left to 'ft_operator_apply', and undefined results to the
// slow path.
static inline bool apply (enum ft_operator op, unsigned width, uint64_t a,
                          uint64_t b, uint64_t *r) {
  switch ((unsigned)op) {
  case FT_OP_AND:
    *r = a & b;
    return true;
  case FT_OP_OR:
    *r = a | b;
    return true;
  case FT_OP_XOR:
    *r = a ^ b;
    return true;
  case FT_OP_EQ:
    *r = a == b;
    return true;
  case FT_OP_NE:
    *r = a != b;
    return true;
  case FT_OP_ULT:
    *r = a < b;
    return true;
  case FT_OP_UGT:
    *r = a > b;
    return true;
  case FT_OP_ADD:
    return add (a, b, width, r);
  case FT_OP_MUL:
    return multiply (a, b, width, r);
  case FT_OP_LT:
    *r =
        (int64_t)ft_sign_extend (a, width) < (int64_t)ft_sign_extend (b, width);
    return width > 1;
  case FT_OP_GT:
    *r =
        (int64_t)ft_sign_extend (a, width) > (int64_t)ft_sign_extend (b, width);
    return width > 1;
  case FT_OP_UADD:
    *r = ft_low_bits (a + b, width);
    return width > 1;
  case FT_OP_USUB:
    *r = ft_low_bits (a - b, width);
    return width > 1;
  case FT_OP_UMUL:
    *r = ft_low_bits (a * b, width);
    return width > 1;
  case FT_OP_USHL:
  case FT_OP_USHR:
  case FT_OP_SHR:
    return shift (op, a, b, width, r);
  }
  return width > 1 && ft_operator_apply (op, ft_bytes_of_width (width),
                                         (uint64_t[]){a, b}, r) == FT_DEFINED;
}

static bool compute (const fast_path *p, const ft_instruction *i) {
  const ft_code_operand *o = p->code->operands.begin + i->first;
  uint64_t a, b, r;
  if ((i->width == 64 && ft_has_address_names (p->machine)) ||
      !take_concrete (p, o, &a) || !take_concrete (p, o + 1, &b) ||
      !apply (i->op, i->width, a, b, &r))
    return false;
  set_result (p, i, r);
  return true;
}

static bool extend (const fast_path *p, const ft_instruction *i) {
  uint64_t word;
  if ((i->width < i->from && ft_has_address_names (p->machine)) ||
      !take_concrete (p, p->code->operands.begin + i->first, &word))
    return false;
  if (i->kind == FT_INSTRUCTION_SEXT)
    word = ft_sign_extend (word, i->from);
  set_result (p, i, ft_low_bits (word, i->width));
  return true;
}

static bool choose (const fast_path *p, const ft_instruction *i) {
  const ft_code_operand *o = p->code->operands.begin + i->first;
  uint64_t condition;
  if (!take_concrete (p, o, &condition))
    return false;
  ft_value s = ft_operand_value (p->frame, o + (condition & 1 ? 1 : 2));
  ft_set_result (p->frame, i, 0, s);
  return true;
}

static bool address (const fast_path *p, const ft_instruction *i) {
  const ft_code_operand *o = p->code->operands.begin + i->first;
  uint64_t sum, index;
  if (!take_concrete (p, o, &sum))
    return false;
  sum += i->constant;
  for (uint32_t n = 1; n + 1 < i->count; n += 2) {
    if (!take_concrete (p, o + n, &index))
      return false;
    sum += index * o[n + 1].word;
  }
  set_result (p, i, sum);
  return true;
}

static bool floating (const fast_path *p, const ft_instruction *i) {
  const ft_code_operand *o = p->code->operands.begin + i->first;
  uint64_t words[3], result;
  for (uint32_t n = 0; n < i->count; n++)
    if (!take_concrete (p, o + n, words + n))
      return false;
  if (!ft_float_fold (p->machine, i, words, &result))
    return false;
  set_result (p, i, result);
  return true;
}

// ---- jumps -----------------------------------------------------------------

static const ft_code_operand *phi_operand (const fast_path *p,
                                           const ft_instruction *phi) {
  const ft_code_operand *o = p->code->operands.begin + phi->first;
  for (uint32_t k = 0; k + 1 < phi->count; k += 2)
    if (o[k].word == p->frame->block)
      return o + k + 1;
  return NULL;
}

// All phi nodes take their values at once.
static bool enter (const fast_path *p, uint32_t block) {
  ft_exec_frame *f = p->frame;
  const ft_code_block *b = p->code->blocks.begin + f->body->first_block + block;
  const ft_instruction *all = p->code->instructions.begin + b->first;
  ft_value values[MAX_PHIS];
  uint32_t n = 0;
  for (; all[n].kind == FT_INSTRUCTION_PHI; n++) {
    if (n == MAX_PHIS)
      return false;
    const ft_code_operand *o = phi_operand (p, all + n);
    values[n] = o ? ft_operand_value (f, o) : FT_VALUE_UNKNOWN;
  }
  for (uint32_t k = 0; k < n; k++)
    ft_set_result (f, all + k, 0, values[k]);
  f->block = block;
  f->pc = b->first + n;
  return true;
}

static bool jump (const fast_path *p, const ft_instruction *i) {
  const ft_code_operand *o = p->code->operands.begin + i->first;
  uint64_t condition;
  if (!FT_EMPTY (p->frame->merge_points))
    return false;
  if (i->kind == FT_INSTRUCTION_JUMP)
    return enter (p, (uint32_t)o->word);
  return i->kind == FT_INSTRUCTION_BRANCH && take_concrete (p, o, &condition) &&
         enter (p, (uint32_t)o[condition & 1 ? 1 : 2].word);
}

// ---- instructions ----------------------------------------------------------

static inline bool step (const fast_path *p, const ft_instruction *i) {
  uint64_t word;
  switch ((unsigned)i->kind) {
  case FT_INSTRUCTION_COMPUTE:
    return compute (p, i);
  case FT_INSTRUCTION_ZEXT:
  case FT_INSTRUCTION_SEXT:
    return extend (p, i);
  case FT_INSTRUCTION_SELECT:
    return choose (p, i);
  case FT_INSTRUCTION_ADDRESS:
    return address (p, i);
  case FT_INSTRUCTION_FLOAT:
    return floating (p, i);
  case FT_INSTRUCTION_UNDEFINED:
    return take_concrete (p, p->code->operands.begin + i->first, &word);
  }
  return false;
}

uint32_t ft_run_concrete (const ft_machine *m, ft_exec_frame *f,
                          uint32_t limit) {
  fast_path p = {m, &f->unit->code, f, f->values, m->thread->concretized};
  const ft_instruction *all = p.code->instructions.begin, *i = all + f->pc;
  uint32_t steps = 0;
  for (; steps < limit; steps++) {
    if (step (&p, i)) {
      i++;
    } else {
      if (!jump (&p, i))
        break;
      i = all + f->pc;
    }
  }
  f->pc = (uint32_t)(i - all);
  return steps;
}
