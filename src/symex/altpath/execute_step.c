// The instructions of a side that was not taken.
//
// Undefined behaviour that the trace cannot be told of, so that the checker
// would see it, ends the side, and so does what no alternative can have.
#include "symex/altpath/execute.h"

// ---- what is defined -------------------------------------------------------

// Of what a read may change the checker finds out whether it is defined; of the
// rest that is known here, or it is not certain.
static bool is_defined (const ft_machine *m, ft_altpath_state *s,
                        const ft_instruction *i) {
  uint64_t words[2] = {0, 0}, result;
  bool tainted = false;
  if (ft_operator_is_total (i->op))
    return true;
  if (!i->width)
    return false;
  for (uint32_t n = 0; n < i->count; n++) {
    ft_value v = ft_altpath_operand (s, i, n);
    if (v.object || !(v.known || ft_is_symbolic (m, &v)))
      return false;
    words[n] = v.word;
    tainted |= ft_is_symbolic (m, &v);
  }
  return tainted || ft_operator_apply (i->op, ft_bytes_of_width (i->width), words,
                                       &result) == FT_DEFINED;
}

// Whether it asks of a block that the side has allocated whether there is one.
static bool asks_for_block (ft_altpath_state *s, const ft_instruction *i) {
  ft_value a = ft_altpath_operand (s, i, 0), b = ft_altpath_operand (s, i, 1);
  return (i->op == FT_OP_EQ || i->op == FT_OP_NE) &&
         ft_local_is_heap (ft_altpath_top_frame (s), a) && !a.word && b.known &&
         !b.taint && !b.word;
}

// There is.
static bool compute (ft_machine *m, ft_altpath_state *s, const ft_instruction *i) {
  ft_exec_frame *f = ft_altpath_top_frame (s);
  if (i->count != 2 || !asks_for_block (s, i))
    return is_defined (m, s, i) && ft_step_instruction (m, f, i);
  ft_set_result (f, i, 0, ft_value_concrete (i->op == FT_OP_NE));
  f->pc++;
  return true;
}

static bool is_allowed (const ft_machine *m, ft_altpath_state *s,
                        const ft_instruction *i) {
  ft_value undefined = ft_altpath_operand (s, i, 0);
  return ft_is_symbolic (m, &undefined) ||
         (undefined.known && !(undefined.word & 1));
}

enum { MOST_STACK = 1 << 16 }; // bytes that a side adds to the thread's

static bool fits (ft_altpath_state *s, const ft_instruction *i) {
  ft_value count = ft_altpath_operand (s, i, 0);
  if (!count.known || count.word > MOST_STACK || i->constant > MOST_STACK)
    return false;
  s->stack += count.word * i->constant;
  return s->stack <= MOST_STACK;
}

// ---- all of them -----------------------------------------------------------

bool ft_altpath_step (ft_machine *m, ft_altpath_state *s, const ft_instruction *i) {
  ft_exec_frame *f = ft_altpath_top_frame (s);
  switch ((unsigned)i->kind) {
  case FT_INSTRUCTION_COMPUTE:
    return compute (m, s, i);
  case FT_INSTRUCTION_UNDEFINED:
    return is_allowed (m, s, i) && ft_step_instruction (m, f, i);
  case FT_INSTRUCTION_ALLOCA:
    return fits (s, i) && ft_step_instruction (m, f, i);
  case FT_INSTRUCTION_LOAD:
  case FT_INSTRUCTION_STORE:
  case FT_INSTRUCTION_RMW:
  case FT_INSTRUCTION_CAS:
    return ft_altpath_step_access (m, s, i);
  case FT_INSTRUCTION_CALL:
    f->pc++;
    return ft_altpath_step_call (m, s, i);
  case FT_INSTRUCTION_RETURN:
    return ft_altpath_step_return (m, s, i);
  case FT_INSTRUCTION_FENCE: // the next access comes next, with it or without
  case FT_INSTRUCTION_NOTE:
  case FT_INSTRUCTION_ENTERED:
    f->pc++;
    return true;
  case FT_INSTRUCTION_COPY:
  case FT_INSTRUCTION_SET:
  case FT_INSTRUCTION_UNKNOWN:
  case FT_INSTRUCTION_UNWIND:
  case FT_INSTRUCTION_LEAVE:
  case FT_INSTRUCTION_STOP:
    return false;
  }
  return ft_step_instruction (m, f, i);
}
