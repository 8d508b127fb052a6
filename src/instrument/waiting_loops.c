#include "instrument/waiting_loops.h"

#include "foretrace/runtime.h"
#include "instrument/memory_op.h"
#include "instrument/pointer.h"
#include "instrument/round_effect.h"

// ROUND: blocks of a round.  STEPS: from values to what they are computed from,
// at most, for a loop.
enum { MOST_ROUND = 64, MOST_STEPS = 1000 };

typedef struct block {
  LLVMBasicBlockRef block;
  enum ft_round_effect effect;
  unsigned accesses, pauses;
  FT_STACK (uint32_t) before; // predecessors
  uint32_t mark;              // header of the last round it was found in, plus 1
} block;

typedef struct search {
  ft_unit *unit;
  FT_STACK (block) blocks; // owned; the first is the entry
  ft_map index;            // of blocks
  uint32_t header;
  uint32_t round[MOST_ROUND]; // blocks of the rounds of 'header'
  unsigned count;
  FT_STACK (uint32_t) latches; // where rounds end
  unsigned loops;              // marked so far
  unsigned steps;              // that are left
} search;

bool ft_is_loop_call (const ft_unit *u, LLVMValueRef i) {
  return LLVMIsACallInst (i) && LLVMGetCalledValue (i) == u->loop;
}

// ---- blocks ----------------------------------------------------------------

static bool is_shared (const ft_unit *u, LLVMValueRef address) {
  return !ft_pointer_is_local (ft_pointer_base (address)) &&
         !ft_memory_is_constant (u, address);
}

static void find_effects (const ft_unit *u, block *b) {
  for (LLVMValueRef i = LLVMGetFirstInstruction (b->block); i;
       i = LLVMGetNextInstruction (i)) {
    LLVMValueRef address = ft_round_address (i);
    enum ft_round_effect effect = ft_round_effect_of (u, i);
    if (effect > b->effect)
      b->effect = effect;
    b->accesses += address && is_shared (u, address);
    b->pauses += LLVMIsACallInst (i) && ft_round_is_pause (i);
    if (b->effect == FT_ROUND_ACTS)
      return;
  }
}

static void find_blocks (search *s, LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
       b = LLVMGetNextBasicBlock (b)) {
    block new = {.block = b};
    find_effects (s->unit, &new);
    *ft_map_at (&s->index, ft_pointer_key (b)) = (uint32_t)s->blocks.size;
    FT_PUSH (s->blocks, new);
  }
  for (uint32_t b = 0; b < s->blocks.size; b++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator (s->blocks.begin[b].block);
    for (unsigned k = 0; k < LLVMGetNumSuccessors (end); k++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor (end, k);
      uint32_t n = ft_map_get (&s->index, ft_pointer_key (to));
      FT_PUSH (s->blocks.begin[n].before, b);
    }
  }
}

// ---- rounds ----------------------------------------------------------------

static bool is_in_round (const search *s, LLVMBasicBlockRef b) {
  uint32_t n = ft_map_get (&s->index, ft_pointer_key (b));
  return s->blocks.begin[n].mark == s->header + 1;
}

static bool join (search *s, uint32_t b) {
  block *new = s->blocks.begin + b;
  if (new->mark == s->header + 1)
    return true;
  if (!b || new->effect == FT_ROUND_ACTS || s->count == MOST_ROUND)
    return false; // the entry: the header does not dominate the latch
  new->mark = s->header + 1;
  s->round[s->count++] = b;
  return true;
}

static void leave_from (search *s, unsigned count) {
  while (s->count > count)
    s->blocks.begin[s->round[--s->count]].mark = 0;
}

// Adds the blocks of all paths from the header to the latch; false, and nothing
// is added, if there is another way to the latch, or one that acts.
static bool add_rounds (search *s, uint32_t latch) {
  unsigned before = s->count;
  bool ok = join (s, latch);
  for (unsigned k = before; ok && k < s->count; k++) {
    const block *b = s->blocks.begin + s->round[k];
    if (s->round[k] == s->header)
      continue;
    for (size_t p = 0; ok && p < b->before.size; p++)
      ok = join (s, b->before.begin[p]);
  }
  if (!ok)
    leave_from (s, before);
  return ok;
}

static bool find_latch (search *s, uint32_t b) {
  bool ok = add_rounds (s, b);
  if (ok)
    FT_PUSH (s->latches, b);
  return ok;
}

// A block in which rounds of several kinds come together.
static bool is_joint (const block *b) {
  LLVMValueRef only = LLVMGetFirstInstruction (b->block);
  return LLVMIsABranchInst (only) && !LLVMIsConditional (only);
}

static void find_latches (search *s, uint32_t b) {
  block *latch = s->blocks.begin + b;
  if (find_latch (s, b) || !is_joint (latch))
    return;
  for (size_t p = 0; p < latch->before.size; p++)
    if (find_latch (s, latch->before.begin[p]))
      latch->mark = s->header + 1;
}

static bool find_rounds (search *s) {
  const block *header = s->blocks.begin + s->header;
  s->count = 0;
  s->latches.size = 0;
  if (!s->header || !join (s, s->header))
    return false;
  for (size_t p = 0; p < header->before.size; p++)
    find_latches (s, header->before.begin[p]);
  return s->latches.size;
}

// ---- what rounds depend on -------------------------------------------------

static bool is_of_round (const search *s, LLVMValueRef v) {
  return LLVMIsAInstruction (v) &&
         is_in_round (s, LLVMGetInstructionParent (v));
}

// Whether a value depends on how many rounds were made, other than by memory.
static bool counts_rounds (search *s, LLVMValueRef v) {
  if (!is_of_round (s, v))
    return false;
  if (LLVMIsALoadInst (v) || LLVMIsAAtomicRMWInst (v) ||
      LLVMIsAAtomicCmpXchgInst (v))
    return false;
  bool is_phi = LLVMIsAPHINode (v);
  if (!s->steps || (is_phi && LLVMGetInstructionParent (v) ==
                               s->blocks.begin[s->header].block))
    return true;
  s->steps--;
  int n = is_phi ? (int)LLVMCountIncoming (v) : LLVMGetNumOperands (v);
  for (int k = 0; k < n; k++)
    if (counts_rounds (s,
                       is_phi ? LLVMGetIncomingValue (v, (unsigned)k)
                              : LLVMGetOperand (v, (unsigned)k)))
      return true;
  return false;
}

static bool walks (search *s) {
  for (unsigned k = 0; k < s->count; k++)
    for (LLVMValueRef i = LLVMGetFirstInstruction (
             s->blocks.begin[s->round[k]].block);
         i; i = LLVMGetNextInstruction (i))
      if (ft_round_address (i) && counts_rounds (s, ft_round_address (i)))
        return true;
  return false;
}

// A phi node of the header that is no counter and no value of memory: the loop
// computes something.
static bool computes (search *s) {
  LLVMBasicBlockRef header = s->blocks.begin[s->header].block;
  for (LLVMValueRef i = LLVMGetFirstInstruction (header); LLVMIsAPHINode (i);
       i = LLVMGetNextInstruction (i))
    for (unsigned k = 0; k < LLVMCountIncoming (i); k++) {
      LLVMValueRef v = LLVMGetIncomingValue (i, k);
      bool steps = LLVMIsAInstruction (v) && LLVMGetNumOperands (v) == 2 &&
                   LLVMGetOperand (v, 0) == i &&
                   LLVMIsAConstantInt (LLVMGetOperand (v, 1));
      if (is_of_round (s, v) && v != i && !steps &&
          counts_rounds (s, v))
        return true;
    }
  return false;
}

// Whether an exit depends on memory alone.
static bool awaits (search *s) {
  for (unsigned k = 0; k < s->count; k++) {
    LLVMValueRef end =
        LLVMGetBasicBlockTerminator (s->blocks.begin[s->round[k]].block);
    bool leaves = false;
    for (unsigned n = 0; n < LLVMGetNumSuccessors (end); n++)
      leaves |= !is_in_round (s, LLVMGetSuccessor (end, n));
    bool decides = LLVMIsASwitchInst (end) ||
                   (LLVMIsABranchInst (end) && LLVMIsConditional (end));
    if (leaves && decides && is_of_round (s, LLVMGetOperand (end, 0)) &&
        !counts_rounds (s, LLVMGetOperand (end, 0)))
      return true;
  }
  return false;
}

// ---- pauses ----------------------------------------------------------------

static LLVMValueRef pause_of (const search *s) {
  for (unsigned k = 0; k < s->count; k++)
    for (LLVMValueRef i = LLVMGetFirstInstruction (
             s->blocks.begin[s->round[k]].block);
         i; i = LLVMGetNextInstruction (i))
      if (LLVMIsACallInst (i) && ft_round_is_pause (i))
        return i;
  return NULL;
}

// Whether the thread goes from the pause to the end of the round at once: then
// nothing of the round is used behind it.
static bool ends_round (const search *s, LLVMValueRef pause) {
  LLVMValueRef i = LLVMGetNextInstruction (pause);
  while (i && !LLVMIsATerminatorInst (i)) {
    if (!LLVMIsACallInst (i) || ft_round_effect_of (s->unit, i) != FT_ROUND_READS)
      return false;
    i = LLVMGetNextInstruction (i);
  }
  return i && LLVMGetNumSuccessors (i) == 1 &&
         LLVMGetSuccessor (i, 0) == s->blocks.begin[s->header].block;
}

// Whether the thread comes to the pause before anything of the round is
// computed.
static bool begins_round (const search *s, LLVMValueRef pause) {
  LLVMValueRef i =
      LLVMGetFirstInstruction (s->blocks.begin[s->header].block);
  while (i != pause && i && LLVMIsACallInst (i))
    i = LLVMGetNextInstruction (i);
  return i == pause;
}

// ---- calls -----------------------------------------------------------------

static LLVMValueRef constant (const search *s, unsigned n) {
  return LLVMConstInt (s->unit->half, n, 0);
}

static void call_before (search *s, LLVMValueRef at, LLVMValueRef how) {
  LLVMPositionBuilderBefore (s->unit->mover, at);
  LLVMSetCurrentDebugLocation2 (s->unit->mover, LLVMInstructionGetDebugLoc (at));
  LLVMValueRef call = LLVMBuildCall2 (s->unit->mover, s->unit->loop_type,
                                      s->unit->loop, &how, 1, "");
  LLVMSetInstructionCallConv (call, LLVMPreserveMostCallConv);
  LLVMSetCurrentDebugLocation2 (s->unit->mover, NULL);
}

static bool is_latch (const search *s, uint32_t b) {
  for (size_t k = 0; k < s->latches.size; k++)
    if (s->latches.begin[k] == b)
      return true;
  return false;
}

// A phi node that says whether the thread comes from the end of a round.
static LLVMValueRef phi_of_rounds (search *s, const block *b, unsigned loop) {
  LLVMPositionBuilderBefore (s->unit->mover,
                             LLVMGetFirstInstruction (b->block));
  LLVMValueRef how = LLVMBuildPhi (s->unit->mover, s->unit->half, "");
  for (size_t p = 0; p < b->before.size; p++) {
    uint32_t from = b->before.begin[p];
    block *before = s->blocks.begin + from;
    bool is_of_round = before->mark == s->header + 1;
    LLVMValueRef n =
        constant (s, is_latch (s, from) ? loop | FT_LOOP_AGAIN : loop);
    if (is_of_round && !is_latch (s, from) && is_joint (before))
      n = phi_of_rounds (s, before, loop);
    LLVMAddIncoming (how, &n, &before->block, 1);
  }
  return how;
}

// The call at the begin of each round.
static void call_at_header (search *s, unsigned loop) {
  const block *header = s->blocks.begin + s->header;
  LLVMValueRef at = LLVMGetFirstInstruction (header->block);
  LLVMValueRef how = phi_of_rounds (s, header, loop);
  while (LLVMIsAPHINode (at))
    at = LLVMGetNextInstruction (at);
  call_before (s, at, how);
}

static bool has_phi (const search *s) {
  return LLVMIsAPHINode (
      LLVMGetFirstInstruction (s->blocks.begin[s->header].block));
}

static unsigned kind_of_rounds (search *s, LLVMValueRef *pause) {
  enum ft_round_effect effect = FT_ROUND_READS;
  unsigned accesses = 0, pauses = 0;
  for (unsigned k = 0; k < s->count; k++) {
    const block *b = s->blocks.begin + s->round[k];
    effect = b->effect > effect ? b->effect : effect;
    accesses += b->accesses;
    pauses += b->pauses;
  }
  if (!accesses)
    return 0;
  if (pauses) { // others run then
    bool pure = pauses == 1 && effect == FT_ROUND_READS && !has_phi (s);
    *pause = pure ? pause_of (s) : NULL;
    bool ends = pure && (ends_round (s, *pause) || begins_round (s, *pause));
    return ends ? FT_LOOP_PAUSES : 0;
  }
  if (effect == FT_ROUND_READS && !has_phi (s))
    return FT_LOOP_WAITS;
  s->steps = MOST_STEPS;
  return !walks (s) && !computes (s) && awaits (s) ? FT_LOOP_SPINS : 0;
}

static void mark_header (search *s) {
  LLVMValueRef pause = NULL;
  unsigned kind = find_rounds (s) ? kind_of_rounds (s, &pause) : 0;
  if (!kind)
    return;
  unsigned loop = kind | ++s->loops << FT_LOOP_NUMBER;
  call_at_header (s, loop);
  if (kind == FT_LOOP_PAUSES)
    call_before (s, pause, constant (s, loop | FT_LOOP_AGAIN));
}

void ft_waiting_loops_mark (ft_unit *u, LLVMValueRef f) {
  search s = {.unit = u};
  find_blocks (&s, f);
  for (uint32_t b = 0; b < s.blocks.size; b++) {
    s.header = b;
    mark_header (&s);
  }
  for (uint32_t b = 0; b < s.blocks.size; b++)
    FT_RELEASE (s.blocks.begin[b].before);
  FT_RELEASE (s.blocks);
  FT_RELEASE (s.latches);
  ft_map_release (&s.index);
}
