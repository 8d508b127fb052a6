// The path of a thread between two of its records.
//
// Conditions that can be computed determine the path.  If a condition is
// unknown, the next record determines it, provided that only one direction of
// the branch leads to that record without another one before.  Otherwise the
// frame is desynchronised: everything that its thread has read is concretized,
// and the site of the next record says where the frame is.
#include "symex/exec/run_to_record.h"
#include "base/debug_log.h"
#include "symex/altpath/execute.h"
#include "symex/altpath/merge_point.h"
#include "symex/exec/call.h"
#include "symex/exec/compute.h"
#include "symex/exec/emit_event.h"
#include "symex/exec/local.h"
#include "symex/exec/run_concrete.h"

#include <assert.h>

// Limit on instructions between two records: a loop may make no records.
enum { MAX_STEPS = 1 << 24 };

static const ft_instruction *instruction (const ft_exec_frame *f, uint32_t n) {
  return f->unit->code.instructions.begin + n;
}

static const ft_code_operand *operand_of (const ft_exec_frame *f,
                                          const ft_instruction *i, uint32_t n) {
  return f->unit->code.operands.begin + i->first + n;
}

static const ft_code_block *block_of (const ft_exec_frame *f, uint32_t block) {
  return f->unit->code.blocks.begin + f->body->first_block + block;
}

// ---- records ---------------------------------------------------------------

enum { MAKES_NONE };

// The record that an instruction makes: a site, FT_WANT_..., or MAKES_NONE.
static uint32_t record_of (const ft_instruction *i) {
  switch ((enum ft_instruction_kind)i->kind) {
  case FT_INSTRUCTION_LOAD:
  case FT_INSTRUCTION_STORE:
  case FT_INSTRUCTION_RMW:
  case FT_INSTRUCTION_CAS:
  case FT_INSTRUCTION_COPY:
  case FT_INSTRUCTION_SET:
  case FT_INSTRUCTION_FENCE:
  case FT_INSTRUCTION_NOTE:
  case FT_INSTRUCTION_CALL:
    return i->site;
  case FT_INSTRUCTION_ENTRY:
    return FT_WANT_ENTER;
  case FT_INSTRUCTION_UNWIND:
    return FT_WANT_UNWIND;
  case FT_INSTRUCTION_TAIL_EXIT:
    return FT_WANT_EXIT;
  case FT_INSTRUCTION_RETURN:
    return ft_code_is_silent_return (i) ? MAKES_NONE : (uint32_t)FT_WANT_EXIT;
  case FT_INSTRUCTION_COMPUTE:
  case FT_INSTRUCTION_ZEXT:
  case FT_INSTRUCTION_SEXT:
  case FT_INSTRUCTION_SELECT:
  case FT_INSTRUCTION_PHI:
  case FT_INSTRUCTION_ADDRESS:
  case FT_INSTRUCTION_ALLOCA:
  case FT_INSTRUCTION_UNINTERPRETED:
  case FT_INSTRUCTION_HAVOC:
  case FT_INSTRUCTION_FLOAT:
  case FT_INSTRUCTION_OVERFLOW:
  case FT_INSTRUCTION_UNDEFINED:
  case FT_INSTRUCTION_JUMP:
  case FT_INSTRUCTION_BRANCH:
  case FT_INSTRUCTION_SWITCH:
  case FT_INSTRUCTION_UNREACHABLE:
  case FT_INSTRUCTION_GIVE:
  case FT_INSTRUCTION_TAKE:
    return MAKES_NONE;
  }
  return MAKES_NONE;
}

// A failed compare-and-swap has a site of its own, the next one.
static bool matches (const ft_instruction *i, uint32_t made, uint32_t want) {
  return made == want ||
         (i->kind == FT_INSTRUCTION_CAS && made && made + 1 == want);
}

// ---- looking ahead ---------------------------------------------------------

typedef struct search {
  const ft_exec_frame *frame;
  uint32_t want;
  FT_STACK (uint32_t) blocks; // not yet searched
  bool *seen;
} search;

static void visit (search *s, const ft_code_operand *block) {
  if (s->seen[block->word])
    return;
  s->seen[block->word] = true;
  FT_PUSH (s->blocks, (uint32_t)block->word);
}

static void visit_successors (search *s, const ft_instruction *i) {
  const ft_exec_frame *f = s->frame;
  if (i->kind == FT_INSTRUCTION_JUMP)
    visit (s, operand_of (f, i, 0));
  if (i->kind == FT_INSTRUCTION_BRANCH || i->kind == FT_INSTRUCTION_SWITCH)
    visit (s, operand_of (f, i, 1));
  if (i->kind == FT_INSTRUCTION_BRANCH)
    visit (s, operand_of (f, i, 2));
  for (uint32_t n = 3; i->kind == FT_INSTRUCTION_SWITCH && n < i->count; n += 2)
    visit (s, operand_of (f, i, n));
}

// Whether the first record of a block is the wanted one.  Adds the successors
// of a block without records.
static bool block_makes (search *s, uint32_t block) {
  const ft_code_block *b = block_of (s->frame, block);
  for (uint32_t n = b->first; n < b->first + b->count; n++) {
    const ft_instruction *i = instruction (s->frame, n);
    uint32_t made = record_of (i);
    if (made != MAKES_NONE)
      return matches (i, made, s->want);
    visit_successors (s, i);
  }
  return false;
}

// Whether the wanted record can be the first one from the begin of a block on.
static bool leads_to (const ft_exec_frame *f, uint32_t block, uint32_t want) {
  search s = {.frame = f, .want = want};
  bool found = false;
  s.seen = FT_ARRAY (bool, f->body->blocks);
  s.seen[block] = true;
  FT_PUSH (s.blocks, block);
  while (!found && !FT_EMPTY (s.blocks)) {
    uint32_t next = FT_POP (s.blocks);
    found = block_makes (&s, next);
  }
  FT_RELEASE (s.blocks);
  free (s.seen);
  return found;
}

// ---- jumps -----------------------------------------------------------------

// All phi nodes of a block take their values at once.
void ft_enter_block (ft_exec_frame *f, uint32_t block) {
  const ft_code_block *b = block_of (f, block);
  FT_STACK (ft_value) values = {0};
  uint32_t n = b->first, end = b->first + b->count;
  for (; n < end && instruction (f, n)->kind == FT_INSTRUCTION_PHI; n++) {
    const ft_instruction *i = instruction (f, n);
    ft_value v = FT_VALUE_UNKNOWN;
    for (uint32_t k = 0; k + 1 < i->count; k += 2)
      if (operand_of (f, i, k)->word == f->block)
        v = ft_operand_value (f, operand_of (f, i, k + 1));
    FT_PUSH (values, v);
  }
  for (uint32_t k = 0; k < values.size; k++)
    ft_set_result (f, instruction (f, b->first + k), 0, values.begin[k]);
  FT_RELEASE (values);
  f->block = block;
  f->pc = n;
}

static void jump_to (ft_machine *m, ft_exec_frame *f, uint32_t block) {
  ft_enter_block (f, block);
  ft_merge_paths (m, f);
}

static ft_id site_number (const ft_exec_frame *f, const ft_instruction *i) {
  return i->site ? f->function->site + i->site - 1 : FT_NO_ID;
}

static uint32_t target (const ft_exec_frame *f, const ft_instruction *i,
                        uint32_t n) {
  return (uint32_t)operand_of (f, i, n)->word;
}

// The only target among operands 'first', 'first' + 'step', ... that leads to
// the record; 0 if there are none or several.
static uint32_t only_target (const ft_exec_frame *f, const ft_instruction *i,
                             uint32_t first, uint32_t step, uint32_t want) {
  uint32_t found = 0;
  for (uint32_t n = first; n < i->count; n += step) {
    if (found && target (f, i, n) == target (f, i, found))
      continue;
    if (!leads_to (f, target (f, i, n), want))
      continue;
    if (found)
      return 0;
    found = n;
  }
  return found;
}

static bool branch (ft_machine *m, ft_exec_frame *f, const ft_instruction *i,
                    uint32_t want) {
  ft_value c = ft_operand_value (f, operand_of (f, i, 0));
  ft_id site = site_number (f, i);
  uint32_t to = c.known ? c.word & 1 ? 1 : 2 : only_target (f, i, 1, 1, want);
  if (!to)
    return false;
  if (c.known)
    ft_emit_branch (m, site, FT_OP_COPY, 1, c.word & 1, &c, 1);
  else
    ft_emit_branch (m, site, FT_OP_NONE, 1, to == 1, &c, 1);
  if (c.known && ft_is_symbolic (m, &c))
    ft_altpath_execute (m, f, i, target (f, i, 3 - to), to != 1);
  jump_to (m, f, target (f, i, to));
  return true;
}

// A switch with more cases is concretized.
enum { MAX_CASES = 64 };

// Emits that one of the cases that lead to the taken block holds.  All other
// cases are excluded before, so that the default is the alternative.
static void one_of_cases (ft_machine *m, ft_exec_frame *f,
                          const ft_instruction *i, ft_value v, uint32_t to) {
  unsigned bytes = ft_bytes_of_width (i->width);
  ft_value any = ft_value_concrete (0);
  for (uint32_t n = 3; n < i->count; n += 2) {
    if (target (f, i, n) != target (f, i, to))
      continue;
    ft_value two[2] = {v, ft_value_concrete (operand_of (f, i, n - 1)->word)};
    two[0] = ft_emit_compute (m, FT_OP_EQ, bytes, two, 2);
    two[1] = any;
    any = ft_emit_compute (m, FT_OP_OR, bytes, two, 2);
  }
  ft_emit_branch (m, site_number (f, i), FT_OP_COPY, bytes, 1, &any, 1);
  ft_altpath_execute (m, f, i, target (f, i, 1), 0);
}

// Emits for each case that leads to another block that it does not hold.
static void none_of_cases (ft_machine *m, ft_exec_frame *f,
                           const ft_instruction *i, ft_value v, uint32_t to) {
  ft_value two[2] = {v, FT_VALUE_UNKNOWN};
  for (uint32_t n = 3; n < i->count; n += 2) {
    if (target (f, i, n) == target (f, i, to))
      continue;
    two[1] = ft_value_concrete (operand_of (f, i, n - 1)->word);
    ft_emit_branch (m, site_number (f, i), FT_OP_NE,
                    ft_bytes_of_width (i->width), 1, two, 2);
    ft_altpath_execute (m, f, i, target (f, i, n), 0);
  }
}

static void switch_branches (ft_machine *m, ft_exec_frame *f,
                             const ft_instruction *i, ft_value v, uint32_t to) {
  if (!ft_is_symbolic (m, &v))
    return;
  if (i->count > 2 + 2 * MAX_CASES)
    ft_emit_concretize (m, FT_CONCRETIZE_SWITCH, &v, 1);
  else {
    none_of_cases (m, f, i, v, to);
    if (target (f, i, to) != target (f, i, 1))
      one_of_cases (m, f, i, v, to);
  }
}

static bool switch_to (ft_machine *m, ft_exec_frame *f, const ft_instruction *i,
                       uint32_t want) {
  ft_value v = ft_operand_value (f, operand_of (f, i, 0));
  uint32_t to = 0;
  if (!v.known || !i->width) {
    to = only_target (f, i, 1, 2, want);
    if (!to)
      return false;
    ft_emit_concretize (m, FT_CONCRETIZE_UNKNOWN_OPERAND, &v, 1);
    jump_to (m, f, target (f, i, to));
    return true;
  }
  for (uint32_t n = 2; n + 1 < i->count && !to; n += 2)
    if (operand_of (f, i, n)->word == v.word)
      to = n + 1;
  to = to ? to : 1;
  switch_branches (m, f, i, v, to);
  jump_to (m, f, target (f, i, to));
  return true;
}

// ---- instructions ----------------------------------------------------------

static bool step (ft_machine *m, ft_exec_frame *f, const ft_instruction *i,
                  uint32_t want) {
  switch ((enum ft_instruction_kind)i->kind) {
  case FT_INSTRUCTION_JUMP:
    jump_to (m, f, target (f, i, 0));
    return true;
  case FT_INSTRUCTION_BRANCH:
    return branch (m, f, i, want);
  case FT_INSTRUCTION_SWITCH:
    return switch_to (m, f, i, want);
  case FT_INSTRUCTION_UNREACHABLE:
  case FT_INSTRUCTION_RETURN:
    return false;
  case FT_INSTRUCTION_CALL: // a call that makes no record
    if (!ft_call_leaf (m, f, i)) {
      ft_emit_concretize_all (m, FT_CONCRETIZE_LEAF_CALL);
      ft_set_result (f, i, 0, FT_VALUE_UNKNOWN);
    }
    break;
  case FT_INSTRUCTION_COMPUTE:
  case FT_INSTRUCTION_ZEXT:
  case FT_INSTRUCTION_SEXT:
  case FT_INSTRUCTION_SELECT:
  case FT_INSTRUCTION_PHI:
  case FT_INSTRUCTION_ADDRESS:
  case FT_INSTRUCTION_ALLOCA:
  case FT_INSTRUCTION_LOAD:
  case FT_INSTRUCTION_STORE:
  case FT_INSTRUCTION_RMW:
  case FT_INSTRUCTION_CAS:
  case FT_INSTRUCTION_COPY:
  case FT_INSTRUCTION_SET:
  case FT_INSTRUCTION_FENCE:
  case FT_INSTRUCTION_NOTE:
  case FT_INSTRUCTION_UNINTERPRETED:
  case FT_INSTRUCTION_HAVOC:
  case FT_INSTRUCTION_FLOAT:
  case FT_INSTRUCTION_OVERFLOW:
  case FT_INSTRUCTION_UNDEFINED:
  case FT_INSTRUCTION_ENTRY:
  case FT_INSTRUCTION_UNWIND:
  case FT_INSTRUCTION_TAIL_EXIT:
  case FT_INSTRUCTION_GIVE:
  case FT_INSTRUCTION_TAKE:
    ft_compute (m, f, i);
    break;
  }
  f->pc++;
  return true;
}

bool ft_step_instruction (ft_machine *m, ft_exec_frame *f,
                          const ft_instruction *i) {
  return step (m, f, i, FT_WANT_NO_RECORD);
}

bool ft_run_to_record (ft_machine *m, ft_exec_frame *f, uint32_t want) {
  assert (f->state == FT_FRAME_RUNNING && f->body);
  for (uint32_t steps = 0; steps < MAX_STEPS; steps++) {
    steps += ft_run_concrete (m, f, MAX_STEPS - steps);
    const ft_instruction *i = instruction (f, f->pc);
    uint32_t made = record_of (i);
    if (want == FT_WANT_RETURN && i->kind == FT_INSTRUCTION_RETURN)
      return true;
    if (made != MAKES_NONE) {
      bool right = matches (i, made, want);
      m->mismatches += !right;
      return right;
    }
    if (!step (m, f, i, want))
      return false;
  }
  return false;
}

void ft_desynchronise (ft_machine *m, ft_exec_frame *f) {
  assert (f->state != FT_FRAME_NO_CODE);
  ft_emit_concretize_all (m, FT_CONCRETIZE_DESYNCHRONISED);
  ft_local_forget (f);
  f->arguments.size = 0;
  f->call = NULL;
  f->state = FT_FRAME_DESYNCHRONISED;
  m->desynchronised++;
  FT_DEBUG (SYMEX, 1, "thread %u is desynchronised at tick %llu",
            m->out->record->thread->number,
            (unsigned long long)m->out->record->tick);
}

// ---- resynchronisation -----------------------------------------------------

// For each site, the instruction that makes its record, from 1; 0: none.
static const uint32_t *instructions_of_sites (ft_exec_frame *f) {
  uint32_t index =
      (uint32_t)(f->function->function - f->function->table->functions.begin);
  uint32_t **at = f->unit->site_instructions + index;
  if (*at)
    return *at;
  *at = FT_ARRAY (uint32_t, (size_t)f->function->count + 2);
  for (uint32_t b = 0; b < f->body->blocks; b++) {
    const ft_code_block *block = block_of (f, b);
    for (uint32_t n = block->first; n < block->first + block->count; n++) {
      uint32_t made = record_of (instruction (f, n));
      if (made && made <= f->function->count) {
        (*at)[made] = n + 1;
        if (instruction (f, n)->kind == FT_INSTRUCTION_CAS)
          (*at)[made + 1] = n + 1;
      }
    }
  }
  return *at;
}

static uint32_t block_of_pc (const ft_exec_frame *f, uint32_t pc) {
  for (uint32_t b = 0; b < f->body->blocks; b++) {
    const ft_code_block *block = block_of (f, b);
    if (pc >= block->first && pc < block->first + block->count)
      return b;
  }
  return 0;
}

// What no path through the function changes: the parameters, and the addresses
// of the variables that its first block makes.
static bool is_constant (const ft_exec_frame *f, const ft_instruction *i) {
  return i->kind == FT_INSTRUCTION_ALLOCA && i->result != FT_NO_ID &&
         i->result < f->body->values;
}

static void forget_values (ft_exec_frame *f) {
  FT_STACK (uint32_t) kept = {0};
  const ft_code_block *b = block_of (f, 0);
  for (uint32_t n = b->first; n < b->first + b->count; n++)
    if (is_constant (f, instruction (f, n)))
      FT_PUSH (kept, instruction (f, n)->result);
  for (uint32_t n = f->body->parameters, k = 0; n < f->body->values; n++)
    if (k < kept.size && kept.begin[k] == n)
      k++;
    else
      f->values[n] = FT_VALUE_UNKNOWN;
  FT_RELEASE (kept);
}

bool ft_resynchronise (ft_machine *m, ft_exec_frame *f, uint32_t site) {
  const uint32_t *at = instructions_of_sites (f);
  ft_emit_concretize_all (m, FT_CONCRETIZE_DESYNCHRONISED);
  if (site > f->function->count || !at[site])
    return false;
  f->pc = at[site] - 1;
  f->block = block_of_pc (f, f->pc);
  forget_values (f);
  f->state = FT_FRAME_RUNNING;
  return true;
}
