// Liveness of single values: two paths must agree on the values that may be
// used behind their merge point.
//
// A value that was computed before a branch may be computed again by one path,
// in a loop.  The block of the merge point has no phi node for the value if the
// block has one predecessor.
//
// Cost: linear in the function for each query.
#include "symex/altpath/liveness.h"

typedef struct search {
  const ft_exec_frame *frame;
  uint32_t slot;
  bool for_use;
  FT_STACK (uint32_t) blocks; // not yet searched
  bool *seen;
} search;

static const ft_code_operand *operands (const search *s,
                                        const ft_instruction *i) {
  return s->frame->unit->code.operands.begin + i->first;
}

static bool is_slot (const search *s, const ft_code_operand *o) {
  return o->kind == FT_OPERAND_RESULT && o->word == s->slot;
}

static bool uses (const search *s, const ft_instruction *i) {
  for (uint32_t n = 0; n < i->count; n++)
    if (is_slot (s, operands (s, i) + n))
      return true;
  return false;
}

static bool defines (const search *s, const ft_instruction *i) {
  bool two = i->kind == FT_INSTRUCTION_OVERFLOW || //
             i->kind == FT_INSTRUCTION_CAS;
  return i->result != FT_NO_ID &&
         (i->result == s->slot || (two && i->result + 1 == s->slot));
}

static const ft_code_block *block_of (const search *s, uint32_t block) {
  return s->frame->unit->code.blocks.begin + s->frame->body->first_block +
         block;
}

// Whether a phi node of block 'to' uses the value on the edge between two
// blocks.
static bool is_used_on_edge (const search *s, uint32_t from, uint32_t to) {
  const ft_code_block *b = block_of (s, to);
  const ft_instruction *i = s->frame->unit->code.instructions.begin + b->first;
  for (uint32_t n = 0; n < b->count && i->kind == FT_INSTRUCTION_PHI; n++, i++)
    for (uint32_t k = 0; k + 1 < i->count; k += 2)
      if (operands (s, i)[k].word == from &&
          is_slot (s, operands (s, i) + k + 1))
        return true;
  return false;
}

// Adds the successors of a block; whether the value is used on an edge to them.
static bool visit_successors (search *s, uint32_t block) {
  const ft_code_block *b = block_of (s, block);
  const ft_instruction *last =
      s->frame->unit->code.instructions.begin + b->first + b->count - 1;
  bool jump = last->kind == FT_INSTRUCTION_JUMP;
  bool several = last->kind == FT_INSTRUCTION_SWITCH;
  if (!jump && !several && last->kind != FT_INSTRUCTION_BRANCH)
    return false;
  for (uint32_t n = jump ? 0 : 1; n < last->count; n += several ? 2 : 1) {
    uint32_t to = (uint32_t)operands (s, last)[n].word;
    if (s->for_use && is_used_on_edge (s, block, to))
      return true;
    if (!s->seen[to])
      FT_PUSH (s->blocks, to);
    s->seen[to] = true;
  }
  return false;
}

static bool is_used_in (search *s, uint32_t block) {
  const ft_code_block *b = block_of (s, block);
  const ft_instruction *i = s->frame->unit->code.instructions.begin + b->first;
  for (uint32_t n = 0; n < b->count; n++, i++) {
    if (i->kind != FT_INSTRUCTION_PHI && uses (s, i))
      return true;
    if (defines (s, i))
      return false;
  }
  return visit_successors (s, block);
}

static bool is_computed_in (search *s, uint32_t block) {
  const ft_code_block *b = block_of (s, block);
  const ft_instruction *i = s->frame->unit->code.instructions.begin + b->first;
  for (uint32_t n = 0; n < b->count; n++, i++)
    if (defines (s, i))
      return true;
  return visit_successors (s, block);
}

// Searches the blocks in the list, and their successors.
static bool find (search *s, bool (*is_found) (search *, uint32_t block)) {
  bool found = false;
  while (!found && !FT_EMPTY (s->blocks))
    found = is_found (s, FT_POP (s->blocks));
  FT_RELEASE (s->blocks);
  free (s->seen);
  return found;
}

static search begin (const ft_exec_frame *f, uint32_t slot, uint32_t seen) {
  search s = {.frame = f, .slot = slot};
  s.seen = FT_ARRAY (bool, f->body->blocks);
  s.seen[seen] = true;
  return s;
}

bool ft_is_live (const ft_exec_frame *f, uint32_t block, uint32_t slot) {
  search s = begin (f, slot, block);
  s.for_use = true;
  FT_PUSH (s.blocks, block);
  return find (&s, is_used_in);
}

bool ft_is_redefined_between (const ft_exec_frame *f, uint32_t from,
                              uint32_t to, uint32_t slot) {
  search s = begin (f, slot, to);
  visit_successors (&s, from);
  return find (&s, is_computed_in);
}
