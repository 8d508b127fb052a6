// Accesses beyond the end of a heap block, or before its begin: what an access would
// do there is an alternative path of a branch in front of it, which ends in a failure
// mark.
//
// The address is a root, in the block, to which indices were added that depend on
// reads.  The root may be another pointer in another schedule; so the path requires
// that it is the recorded one, and then no other block of the run may have its
// memory (ft_environment_extent).

#include "symex/altpath/execute.h"
#include "symex/exec/emit_event.h"

#include <string.h>

enum { MAX_CHAIN = 8 }; // address computations behind one another

// The instruction that computes a value; NULL for parameters.  Results have
// numbers in the order of their instructions.
static const ft_instruction *definition (const ft_exec_frame *f,
                                         uint64_t value) {
  const ft_unit_code *code = &f->unit->code;
  const ft_code_block *blocks = code->blocks.begin + f->body->first_block;
  const ft_code_block *last = blocks + f->body->blocks - 1;
  const ft_instruction *all = code->instructions.begin, *found = NULL;
  uint32_t low = blocks->first, high = last->first + last->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2, k = middle;
    while (k < high && all[k].result == FT_NO_ID)
      k++;
    if (k < high && all[k].result <= value) {
      found = all + k;
      low = k + 1;
    } else
      high = middle;
  }
  return found && found->result == value ? found : NULL;
}

static bool has_symbolic_index (const ft_machine *m, const ft_exec_frame *f,
                                const ft_instruction *i) {
  for (uint32_t n = 1; n + 1 < i->count; n += 2) {
    ft_value index = ft_operand_value (
        f, f->unit->code.operands.begin + i->first + n);
    if (ft_is_symbolic (m, &index))
      return true;
  }
  return false;
}

// The value of which the address of an access is computed by adding indices, some of
// which depend on reads; false if there are none.
static bool find_root (const ft_machine *m, const ft_exec_frame *f,
                       const ft_instruction *i, ft_value *root) {
  const ft_code_operand *operands = f->unit->code.operands.begin;
  const ft_code_operand *o = operands + i->first;
  bool indexed = false;
  for (int n = 0; n < MAX_CHAIN && o->kind == FT_OPERAND_RESULT; n++) {
    const ft_instruction *made = definition (f, o->word);
    if (!made || made->kind != FT_INSTRUCTION_ADDRESS)
      break;
    indexed |= has_symbolic_index (m, f, made);
    o = operands + made->first;
  }
  *root = ft_operand_value (f, o);
  return indexed && root->known && !root->object;
}

typedef struct bounds {
  ft_value root, address;
  ft_extent extent; // of the object that the root points into
} bounds;

static bool find (ft_machine *m, const ft_exec_frame *f,
                  const ft_instruction *i, ft_value address, bounds *b) {
  b->address = address;
  return ft_follows_altpaths (m) && ft_is_symbolic (m, &address) &&
         address.known && m->out->environment && !m->summary.sizes_blocks &&
         find_root (m, f, i, &b->root) &&
         ft_environment_extent (m->out->environment, b->root.word,
                                !ft_is_symbolic (m, &b->root), &b->extent) &&
         i->constant && i->constant <= b->extent.bytes;
}

static bool is_beyond (const bounds *b, const ft_instruction *i) {
  return b->address.word - b->extent.first > b->extent.bytes - i->constant;
}

static void emit_test (ft_machine *m, const ft_exec_frame *f,
                       const ft_instruction *i, const bounds *b) {
  ft_value two[2] = {b->address, ft_value_concrete (b->extent.first)};
  two[0] = ft_emit_compute (m, FT_OP_USUB, 8, two, 2);
  two[1] = ft_value_concrete (b->extent.bytes - i->constant);
  ft_emit_branch (m, f->function->site + i->site - 1, FT_OP_UGT, 8,
                  is_beyond (b, i), two, 2);
}

// Fails, if the root is the recorded one.
static void emit_failure (ft_machine *m, const ft_exec_frame *f,
                          const ft_instruction *i, const bounds *b) {
  ft_value two[2] = {b->root, ft_value_concrete (b->root.word)};
  ft_emit_branch (m, FT_NO_ID, FT_OP_EQ, 8, true, two, 2);
  FT_PUSH (m->out->before, ft_altpath_make_mark (m, f, i, FT_MARK_BOUNDS));
}

void ft_altpath_check_bounds (ft_machine *m, const ft_exec_frame *f,
                              const ft_instruction *i, ft_value address) {
  bounds b;
  if (!find (m, f, i, address, &b) || is_beyond (&b, i))
    return;
  emit_test (m, f, i, &b);
  ft_step_events before = m->out->before;
  memset (&m->out->before, 0, sizeof m->out->before);
  emit_failure (m, f, i, &b);
  ft_step_events path = m->out->before;
  m->out->before = before;
  ft_altpath_add_failing (m, path.begin, path.size);
  FT_RELEASE (path);
}

bool ft_altpath_passes_bounds (ft_machine *m, ft_altpath_state *s,
                               const ft_instruction *i, ft_value address) {
  const ft_exec_frame *f = ft_altpath_top_frame (s);
  bounds b;
  if (!i->site || !find (m, f, i, address, &b) || !is_beyond (&b, i))
    return true;
  emit_test (m, f, i, &b);
  emit_failure (m, f, i, &b);
  return false;
}
