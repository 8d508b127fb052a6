// Words are counted at the end of each run of records, where 'ft_cursor' is
// brought up to date, or at the end of the next run where a run surely follows
// before anything can look.  A copy of it is in a local variable, which LLVM
// keeps in a register through loops; it is read again after whatever may run
// other code.
//
// A check is only where the code with records has one, and where more than
// FT_SLACK words might otherwise be counted since the last one, on some way
// through the function.

#include "instrument/light.h"

#include "foretrace/runtime.h"
#include "instrument/record_words.h"

enum { LONG_AGO = FT_SLACK + 1 };

typedef struct flow {
  unsigned since; // the longest way from a check to here
  unsigned open;  // ways here that are not known yet
  bool reads;     // begins with reading 'ft_cursor' again
  bool stores;    // has to bring it up to date, since another block does not
} flow;

typedef struct lightener {
  ft_emitter *e;
  const ft_function_points *scan;
  LLVMValueRef copy; // of 'ft_cursor'
  ft_map index;      // of blocks (their addresses)
  flow *flows;       // owned; by block
  unsigned since;    // the last check, on the way that is longest
  unsigned used;     // words that are not counted yet
} lightener;

// ---- the cursor ------------------------------------------------------------

static void read_again (lightener *l, LLVMValueRef before) {
  ft_unit *u = l->e->unit;
  LLVMPositionBuilderBefore (u->builder, before);
  ft_emit_locate (l->e, before);
  LLVMValueRef cursor = LLVMBuildLoad2 (u->builder, u->pointer, u->cursor, "");
  LLVMBuildStore (u->builder, cursor, l->copy);
}

// The builder stands where the words are to be counted.
static void count (lightener *l, bool up_to_date) {
  ft_unit *u = l->e->unit;
  LLVMValueRef words = ft_unit_constant (u, l->used);
  if (!l->used)
    return;
  LLVMValueRef cursor = LLVMBuildLoad2 (u->builder, u->pointer, l->copy, "");
  cursor = LLVMBuildInBoundsGEP2 (u->builder, u->word, cursor, &words, 1, "");
  LLVMBuildStore (u->builder, cursor, l->copy);
  if (up_to_date)
    LLVMBuildStore (u->builder, cursor, u->cursor);
  l->used = 0;
}

static void check (lightener *l, LLVMValueRef at) {
  ft_unit *u = l->e->unit;
  LLVMBasicBlockRef head = ft_emit_split (u, at);
  LLVMBasicBlockRef rest = LLVMGetInstructionParent (at);
  LLVMBasicBlockRef slow = LLVMInsertBasicBlockInContext (u->context, rest, "");
  LLVMPositionBuilderAtEnd (u->builder, head);
  ft_emit_locate (l->e, at);
  LLVMValueRef cursor = LLVMBuildLoad2 (u->builder, u->pointer, l->copy, "");
  LLVMValueRef limit = LLVMBuildLoad2 (u->builder, u->pointer, u->limit, "");
  LLVMValueRef full = LLVMBuildICmp (u->builder, LLVMIntUGE, cursor, limit, "");
  LLVMValueRef branch = LLVMBuildCondBr (u->builder, full, slow, rest);
  LLVMSetMetadata (branch, u->prof, u->weights);
  LLVMPositionBuilderAtEnd (u->builder, slow);
  LLVMValueRef call =
      LLVMBuildCall2 (u->builder, u->slow_type, u->slow, &cursor, 1, "");
  LLVMSetInstructionCallConv (call, LLVMPreserveMostCallConv);
  LLVMBuildStore (u->builder, call, l->copy);
  LLVMBuildBr (u->builder, rest);
}

// ---- calls -----------------------------------------------------------------

static LLVMValueRef first_place (LLVMBasicBlockRef b) {
  LLVMValueRef i = LLVMGetFirstInstruction (b);
  while (LLVMIsAPHINode (i) || LLVMIsALandingPadInst (i))
    i = LLVMGetNextInstruction (i);
  return i;
}

static bool is_replaced (LLVMValueRef i) {
  return LLVMIsACallInst (i) &&
         LLVMGetTailCallKind (i) == LLVMTailCallKindMustTail;
}

// Wherever control goes from there.
static void read_after (lightener *l, LLVMValueRef i) {
  if (LLVMIsATerminatorInst (i))
    for (unsigned k = 0; k < LLVMGetNumSuccessors (i); k++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor (i, k);
      l->flows[ft_map_get (&l->index, ft_pointer_key (to))].reads = true;
      read_again (l, first_place (to));
    }
  else if (!is_replaced (i))
    read_again (l, LLVMGetNextInstruction (i));
}

static void read_after_all (lightener *l) {
  for (size_t b = 0; b < l->scan->blocks.size; b++) {
    const ft_block_points *block = l->scan->blocks.begin + b;
    for (size_t i = 0; i < block->items.size; i++)
      if (block->items.begin[i].kind == FT_POINT_FLUSH)
        read_after (l, block->items.begin[i].at);
  }
}

// ---- ways through the function ---------------------------------------------

static void each_way (lightener *l, size_t from,
                      void (*visit) (lightener *, flow *)) {
  LLVMValueRef end =
      LLVMGetBasicBlockTerminator (l->scan->blocks.begin[from].block);
  for (unsigned k = 0; k < LLVMGetNumSuccessors (end); k++) {
    // Of one that was split before, which is done, the head is not known.
    uint32_t to = ft_map_get (&l->index, ft_pointer_key (LLVMGetSuccessor (end, k)));
    if (to != FT_NO_ID)
      visit (l, l->flows + to);
  }
}

static void open_way (lightener *l, flow *to) {
  (void)l;
  to->open++;
}

static void take_way (lightener *l, flow *to) {
  to->open--;
  if (l->since > to->since)
    to->since = l->since;
}

// A copy of memory at the end: 'ft_cursor' is read again behind it.
static bool ends_in_break (const ft_block_points *b) {
  if (b->items.size < 2)
    return false;
  const ft_record_point *last = &FT_TOP (b->items);
  return last[-1].kind == FT_POINT_FLUSH && last[-1].at == last->at;
}

// Whether a store may be left to the blocks that follow.
static bool leaves_store (lightener *l, size_t from) {
  LLVMValueRef end =
      LLVMGetBasicBlockTerminator (l->scan->blocks.begin[from].block);
  unsigned count = LLVMGetNumSuccessors (end);
  if (ends_in_break (l->scan->blocks.begin + from))
    return false;
  for (unsigned k = 0; k < count; k++) {
    uint32_t to = ft_map_get (&l->index, ft_pointer_key (LLVMGetSuccessor (end, k)));
    if (to == FT_NO_ID || to <= from || l->flows[to].reads ||
        FT_EMPTY (l->scan->blocks.begin[to].items) ||
        l->scan->blocks.begin[to].items.begin[0].kind == FT_POINT_FLUSH)
      return false;
  }
  return count && !l->flows[from].stores;
}

static void claim_store (lightener *l, flow *to) {
  (void)l;
  to->stores = true;
}

static void find_ways (lightener *l) {
  size_t n = l->scan->blocks.size;
  l->flows = FT_ARRAY (flow, n);
  for (size_t b = 0; b < n; b++)
    *ft_map_at (&l->index, ft_pointer_key (l->scan->blocks.begin[b].block)) =
        (uint32_t)b;
  for (size_t b = 0; b < n; b++)
    each_way (l, b, open_way);
}

// ---- runs of records -------------------------------------------------------

// Words from one check of the code with records to the next, or to the end of
// the run.
static unsigned stretch (const ft_block_points *b, size_t i) {
  unsigned words = ft_record_words (b->items.begin + i);
  while (!ft_emit_ends_run (b, i) &&
         !ft_emit_checks (b->items.begin + i + 1, false, words))
    words += ft_record_words (b->items.begin + ++i);
  return words;
}

static void position_behind (lightener *l, const ft_record_point *item) {
  LLVMPositionBuilderBefore (l->e->unit->builder,
                             item->kind == FT_POINT_AFTER
                                 ? LLVMGetNextInstruction (item->at)
                                 : item->at);
  ft_emit_locate (l->e, item->at);
}

// Counts what was before it, too, so that the thread stops at its own place.
static void check_if_long (lightener *l, const ft_block_points *b, size_t i) {
  const ft_record_point *item = b->items.begin + i;
  unsigned words = stretch (b, i);
  if (l->since + words > FT_SLACK) {
    LLVMPositionBuilderBefore (l->e->unit->builder, item->at);
    ft_emit_locate (l->e, item->at);
    count (l, true);
    check (l, item->at);
    l->since = 0;
  }
  l->since += words;
}

static void emit_block (lightener *l, const ft_block_points *b, bool leaves) {
  bool begins = true;
  unsigned since = 0; // as code with records counts it
  for (size_t i = 0; i < b->items.size; i++) {
    const ft_record_point *item = b->items.begin + i;
    if (item->kind == FT_POINT_FLUSH) {
      l->since = LONG_AGO;
      continue;
    }
    if (ft_emit_checks (item, begins, since)) {
      check_if_long (l, b, i);
      since = 0;
    }
    since += ft_record_words (item);
    l->used += ft_record_words (item);
    begins = ft_emit_ends_run (b, i);
    if (begins) {
      position_behind (l, item);
      count (l, !leaves || i + 1 < b->items.size);
    }
  }
}

static void emit_blocks (lightener *l) {
  for (size_t b = 0; b < l->scan->blocks.size; b++) {
    flow *here = l->flows + b;
    l->since = b && !here->open ? here->since : LONG_AGO;
    bool leaves = leaves_store (l, b);
    if (leaves)
      each_way (l, b, claim_store);
    emit_block (l, l->scan->blocks.begin + b, leaves);
    each_way (l, b, take_way);
  }
}

// ---- the function ----------------------------------------------------------

static void make_copy (lightener *l) {
  ft_unit *u = l->e->unit;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock (l->e->function);
  LLVMValueRef at = LLVMGetFirstInstruction (entry);
  LLVMPositionBuilderBefore (u->builder, at);
  l->copy = LLVMBuildAlloca (u->builder, u->pointer, "");
  while (LLVMIsAAllocaInst (at))
    at = LLVMGetNextInstruction (at);
  read_again (l, at);
}

void ft_light_emit_function (ft_emitter *e, const ft_function_points *scan) {
  lightener l = {.e = e, .scan = scan};
  make_copy (&l);
  find_ways (&l);
  read_after_all (&l);
  emit_blocks (&l);
  free (l.flows);
  ft_map_release (&l.index);
}
