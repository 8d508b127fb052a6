// Light builds.
//
// The words of a run of records are counted at its end, where 'ft_cursor' is
// updated; or at the end of the next run, if a run follows on all paths before
// other code can read 'ft_cursor'.  A local variable has a copy of 'ft_cursor',
// which LLVM keeps in a register through loops; it is reloaded behind any
// instruction that may run other code.
//
// A check is emitted only where a full build has one, and only where otherwise
// more than FT_SLACK words might be counted since the last check, on some path
// through the function; and before each atomic access, and at the next check of
// a full build behind it, where a thread of a parallel recording takes and gives
// away the token.

#include "instrument/light.h"

#include <assert.h>

#include "foretrace/runtime.h"
#include "instrument/record_words.h"

enum { NO_CHECK = FT_SLACK + 1 };

typedef struct flow {  // of a block
  unsigned since;      // most words on a path from a check to its begin
  unsigned open_edges; // edges to the block that were not visited yet
  bool reads;          // begins with a reload of 'ft_cursor'
  bool stores;         // must update 'ft_cursor' for a block before it
} flow;

typedef struct lightener {
  ft_emitter *e;
  const ft_function_points *points;
  LLVMValueRef copy; // of 'ft_cursor'
  ft_map index;      // blocks: their numbers
  flow *flows;       // owned; by block
  unsigned since;    // most words since the last check
  unsigned used;     // words that are not counted yet
} lightener;

// ---- the cursor ------------------------------------------------------------

static void reload_cursor (lightener *l, LLVMValueRef before) {
  ft_unit *u = l->e->unit;
  LLVMPositionBuilderBefore (u->builder, before);
  ft_emit_locate (l->e, before);
  LLVMValueRef cursor = LLVMBuildLoad2 (u->builder, u->pointer, u->cursor, "");
  LLVMBuildStore (u->builder, cursor, l->copy);
}

// Counts the words where the builder stands; 'up_to_date': updates 'ft_cursor'.
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

static LLVMValueRef is_in_parallel (ft_unit *u) {
  LLVMValueRef flag = LLVMBuildLoad2 (u->builder, u->half, u->in_parallel, "");
  return LLVMBuildICmp (u->builder, LLVMIntNE, flag,
                        LLVMConstInt (u->half, 0, 0), "");
}

// 'ordered': before an access whose place in the order of all threads counts.
static void check (lightener *l, LLVMValueRef at, bool ordered) {
  ft_unit *u = l->e->unit;
  LLVMBasicBlockRef head = ft_emit_split (u, at);
  LLVMBasicBlockRef rest = LLVMGetInstructionParent (at);
  LLVMBasicBlockRef slow = LLVMInsertBasicBlockInContext (u->context, rest, "");
  LLVMPositionBuilderAtEnd (u->builder, head);
  ft_emit_locate (l->e, at);
  LLVMValueRef cursor = LLVMBuildLoad2 (u->builder, u->pointer, l->copy, "");
  LLVMValueRef limit = LLVMBuildLoad2 (u->builder, u->pointer, u->limit, "");
  LLVMValueRef full = LLVMBuildICmp (u->builder, LLVMIntUGE, cursor, limit, "");
  if (ordered)
    full = LLVMBuildOr (u->builder, full, is_in_parallel (u), "");
  LLVMValueRef branch = LLVMBuildCondBr (u->builder, full, slow, rest);
  LLVMSetMetadata (branch, u->prof, u->weights);
  LLVMPositionBuilderAtEnd (u->builder, slow);
  LLVMValueRef call =
      LLVMBuildCall2 (u->builder, u->slow_type,
                      ordered ? u->slow_ordered : u->slow, &cursor, 1, "");
  LLVMSetInstructionCallConv (call, LLVMPreserveMostCallConv);
  LLVMBuildStore (u->builder, call, l->copy);
  LLVMBuildBr (u->builder, rest);
}

// ---- calls -----------------------------------------------------------------

static LLVMValueRef first_insertion_point (LLVMBasicBlockRef b) {
  LLVMValueRef i = LLVMGetFirstInstruction (b);
  while (LLVMIsAPHINode (i) || LLVMIsALandingPadInst (i))
    i = LLVMGetNextInstruction (i);
  return i;
}

static bool is_musttail (LLVMValueRef i) {
  return LLVMIsACallInst (i) &&
         LLVMGetTailCallKind (i) == LLVMTailCallKindMustTail;
}

// Reloads behind an instruction, on all paths.
static void reload_after (lightener *l, LLVMValueRef i) {
  if (LLVMIsATerminatorInst (i))
    for (unsigned k = 0; k < LLVMGetNumSuccessors (i); k++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor (i, k);
      l->flows[ft_map_get (&l->index, ft_pointer_key (to))].reads = true;
      reload_cursor (l, first_insertion_point (to));
    }
  else if (!is_musttail (i))
    reload_cursor (l, LLVMGetNextInstruction (i));
}

static void reload_after_all (lightener *l) {
  for (size_t b = 0; b < l->points->blocks.size; b++) {
    const ft_block_points *block = l->points->blocks.begin + b;
    for (size_t i = 0; i < block->points.size; i++)
      if (block->points.begin[i].kind == FT_POINT_FLUSH)
        reload_after (l, block->points.begin[i].at);
  }
}

// ---- paths through the function --------------------------------------------

static void each_edge (lightener *l, size_t from,
                       void (*visit) (lightener *, flow *)) {
  LLVMValueRef end =
      LLVMGetBasicBlockTerminator (l->points->blocks.begin[from].block);
  for (unsigned k = 0; k < LLVMGetNumSuccessors (end); k++) {
    // The head of a block that was split has no number; the block is done.
    uint32_t to =
        ft_map_get (&l->index, ft_pointer_key (LLVMGetSuccessor (end, k)));
    if (to != FT_NO_ID)
      visit (l, l->flows + to);
  }
}

static void open_edge (lightener *l, flow *to) {
  (void)l;
  to->open_edges++;
}

static void take_edge (lightener *l, flow *to) {
  to->open_edges--;
  if (l->since > to->since)
    to->since = l->since;
}

// Whether the block ends with a copy of memory, behind which 'ft_cursor' is
// reloaded.
static bool ends_in_copy (const ft_block_points *b) {
  size_t n = b->points.size;
  while (n > 1 && b->points.begin[n - 1].joined)
    n--;
  if (n < 2)
    return false;
  const ft_record_point *last = b->points.begin + n - 1;
  return last[-1].kind == FT_POINT_FLUSH && last[-1].at == last->at;
}

// Whether the successors of a block may update 'ft_cursor' for it.
static bool may_defer_store (lightener *l, size_t from) {
  LLVMValueRef end =
      LLVMGetBasicBlockTerminator (l->points->blocks.begin[from].block);
  unsigned count = LLVMGetNumSuccessors (end);
  if (ends_in_copy (l->points->blocks.begin + from))
    return false;
  for (unsigned k = 0; k < count; k++) {
    uint32_t to =
        ft_map_get (&l->index, ft_pointer_key (LLVMGetSuccessor (end, k)));
    if (to == FT_NO_ID || to <= from || l->flows[to].reads ||
        FT_EMPTY (l->points->blocks.begin[to].points) ||
        l->points->blocks.begin[to].points.begin[0].kind == FT_POINT_FLUSH)
      return false;
  }
  return count && !l->flows[from].stores;
}

static void take_store (lightener *l, flow *to) {
  (void)l;
  to->stores = true;
}

static void find_edges (lightener *l) {
  size_t n = l->points->blocks.size;
  l->flows = FT_ARRAY (flow, n);
  for (size_t b = 0; b < n; b++)
    *ft_map_at (&l->index, ft_pointer_key (l->points->blocks.begin[b].block)) =
        (uint32_t)b;
  for (size_t b = 0; b < n; b++)
    each_edge (l, b, open_edge);
}

// ---- runs of records -------------------------------------------------------

// Words from one check of a full build to the next one, or to the end of the
// run.
static unsigned words_to_next_check (const ft_block_points *b, size_t i) {
  unsigned words = ft_record_words (b->points.begin + i);
  while (!ft_emit_ends_run (b, i) &&
         !ft_emit_checks (b->points.begin + i + 1, false, words))
    words += ft_record_words (b->points.begin + ++i);
  return words;
}

static void position_behind (lightener *l, const ft_record_point *point) {
  LLVMValueRef behind = point->kind == FT_POINT_AFTER
                            ? LLVMGetNextInstruction (point->at)
                            : point->at;
  if (point->fresh) // the copy was reloaded there
    behind = LLVMGetNextInstruction (behind);
  LLVMPositionBuilderBefore (l->e->unit->builder, behind);
  ft_emit_locate (l->e, point->at);
}

// Atomic accesses, and those of a word in assembly: a parallel recording has
// their order.
static bool is_ordered (const ft_record_point *point) {
  switch (point->site) {
  case FT_SITE_ATOMIC_LOAD:
  case FT_SITE_ATOMIC_STORE:
  case FT_SITE_RMW:
  case FT_SITE_CAS:
  case FT_SITE_CAS_FAILED:
    return true;
  case FT_SITE_NONE:
  case FT_SITE_LOAD:
  case FT_SITE_STORE:
  case FT_SITE_LOAD_WIDE:
  case FT_SITE_STORE_WIDE:
  case FT_SITE_COPY:
  case FT_SITE_SET:
  case FT_SITE_FENCE:
  case FT_SITE_CALL:
  case FT_SITE_BRANCH:
  case FT_SITE_VARIABLE:
    return false;
  }
  return false;
}

// Counts the words before the check, too, so that the thread stops where it
// would in a full build.
static void check_if_long (lightener *l, const ft_block_points *b, size_t i) {
  const ft_record_point *point = b->points.begin + i;
  unsigned words = words_to_next_check (b, i);
  bool ordered = is_ordered (point);
  if (ordered || l->since + words > FT_SLACK) {
    LLVMPositionBuilderBefore (l->e->unit->builder, point->at);
    ft_emit_locate (l->e, point->at);
    count (l, true);
    check (l, point->at, ordered);
    l->since = 0;
  }
  l->since += words;
  assert (l->since <= FT_SLACK);
  if (ordered) // the next check ends it
    l->since = NO_CHECK;
}

static void emit_block (lightener *l, const ft_block_points *b, bool defers) {
  bool begins = true;
  unsigned since = 0; // words since the last check of a full build
  for (size_t i = 0; i < b->points.size; i++) {
    const ft_record_point *point = b->points.begin + i;
    if (point->kind == FT_POINT_FLUSH) {
      l->since = NO_CHECK;
      continue;
    }
    if (ft_emit_checks (point, begins, since)) {
      check_if_long (l, b, i);
      since = 0;
    }
    since += ft_record_words (point);
    l->used += ft_record_words (point);
    begins = ft_emit_ends_run (b, i);
    if (begins) {
      position_behind (l, point);
      count (l, !defers || i + 1 < b->points.size);
    }
  }
}

static void emit_blocks (lightener *l) {
  for (size_t b = 0; b < l->points->blocks.size; b++) {
    flow *here = l->flows + b;
    l->since = b && !here->open_edges ? here->since : NO_CHECK;
    bool defers = may_defer_store (l, b);
    if (defers)
      each_edge (l, b, take_store);
    emit_block (l, l->points->blocks.begin + b, defers);
    each_edge (l, b, take_edge);
  }
}

// ---- the function ----------------------------------------------------------

static void make_local_copy (lightener *l) {
  ft_unit *u = l->e->unit;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock (l->e->function);
  LLVMValueRef at = LLVMGetFirstInstruction (entry);
  LLVMPositionBuilderBefore (u->builder, at);
  l->copy = LLVMBuildAlloca (u->builder, u->pointer, "");
  while (LLVMIsAAllocaInst (at))
    at = LLVMGetNextInstruction (at);
  reload_cursor (l, at);
}

void ft_light_emit_function (ft_emitter *e, const ft_function_points *points) {
  lightener l = {.e = e, .points = points};
  make_local_copy (&l);
  find_edges (&l);
  reload_after_all (&l);
  emit_blocks (&l);
  free (l.flows);
  ft_map_release (&l.index);
}
