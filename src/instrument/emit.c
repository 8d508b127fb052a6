#include "instrument/emit.h"

#include "foretrace/runtime.h"
#include "instrument/opaque.h"
#include "instrument/pointer.h"
#include "instrument/record_words.h"

// ---- splitting -------------------------------------------------------------

// Moves what is before 'at' into a new block in front, where all jumps go
// from now on.  (LLVM-C cannot split behind 'at', since there is no way to
// change where the phis of the successors come from.)
LLVMBasicBlockRef ft_emit_split (ft_unit *u, LLVMValueRef at) {
  LLVMBasicBlockRef rest = LLVMGetInstructionParent (at);
  LLVMBasicBlockRef head = LLVMInsertBasicBlockInContext (u->context, rest, "");
  LLVMValueRef end = LLVMGetBasicBlockTerminator (rest);
  // Without a terminator the successors' phis are let alone.
  LLVMInstructionRemoveFromParent (end);
  LLVMReplaceAllUsesWith (LLVMBasicBlockAsValue (rest),
                          LLVMBasicBlockAsValue (head));
  for (LLVMValueRef i = LLVMGetFirstInstruction (rest), next; i && i != at;
       i = next) {
    next = LLVMGetNextInstruction (i);
    LLVMInstructionRemoveFromParent (i);
    LLVMPositionBuilderAtEnd (u->mover, head);
    LLVMInsertIntoBuilder (u->mover, i);
  }
  LLVMPositionBuilderAtEnd (u->mover, rest);
  LLVMInsertIntoBuilder (u->mover, end);
  return head;
}

// ---- the cursor ------------------------------------------------------------

static LLVMValueRef here (ft_emitter *e) {
  if (!e->cursor)
    return LLVMBuildLoad2 (e->unit->builder, e->unit->pointer, e->unit->cursor,
                           "");
  LLVMValueRef words = ft_unit_constant (e->unit, e->used);
  return e->used ? LLVMBuildInBoundsGEP2 (e->unit->builder, e->unit->word,
                                          e->cursor, &words, 1, "")
                 : e->cursor;
}

void ft_emit_locate (ft_emitter *e, LLVMValueRef at) {
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc (at);
  LLVMSetCurrentDebugLocation2 (e->unit->builder,
                                location ? location : e->location);
}

static LLVMValueRef call_slow (ft_emitter *e, LLVMBasicBlockRef slow,
                               LLVMBasicBlockRef rest, LLVMValueRef cursor) {
  ft_unit *u = e->unit;
  LLVMPositionBuilderAtEnd (u->builder, slow);
  LLVMValueRef call =
      LLVMBuildCall2 (u->builder, u->slow_type, u->slow, &cursor, 1, "");
  LLVMSetInstructionCallConv (call, LLVMPreserveMostCallConv);
  LLVMBuildBr (u->builder, rest);
  return call;
}

// Afterwards FT_SLACK words may be written before 'at'.
static void check (ft_emitter *e, LLVMValueRef at) {
  ft_unit *u = e->unit;
  LLVMBasicBlockRef head = ft_emit_split (e->unit, at);
  LLVMBasicBlockRef rest = LLVMGetInstructionParent (at);
  LLVMBasicBlockRef slow = LLVMInsertBasicBlockInContext (u->context, rest, "");
  LLVMPositionBuilderAtEnd (u->builder, head);
  ft_emit_locate (e, at);
  LLVMValueRef cursor = here (e);
  LLVMValueRef limit = LLVMBuildLoad2 (u->builder, u->pointer, u->limit, "");
  LLVMValueRef full = LLVMBuildICmp (u->builder, LLVMIntUGE, cursor, limit, "");
  LLVMValueRef branch = LLVMBuildCondBr (u->builder, full, slow, rest);
  LLVMSetMetadata (branch, u->prof, u->weights);
  LLVMValueRef moved = call_slow (e, slow, rest, cursor);
  LLVMPositionBuilderBefore (u->builder, at);
  e->cursor = LLVMBuildPhi (u->builder, u->pointer, "");
  LLVMAddIncoming (e->cursor, (LLVMValueRef[]){cursor, moved},
                   (LLVMBasicBlockRef[]){head, slow}, 2);
  e->used = e->since = 0;
}

// The builder stands where the last record ended.
static void flush (ft_emitter *e) {
  if (!e->cursor)
    return;
  LLVMBuildStore (e->unit->builder, here (e), e->unit->cursor);
  e->cursor = NULL;
  e->used = e->since = 0;
}

// ---- items -----------------------------------------------------------------

static bool is_access (const ft_record_point *item) {
  return item->kind == FT_POINT_BEFORE || item->kind == FT_POINT_AFTER;
}

bool ft_emit_checks (const ft_record_point *item, bool begins, unsigned since) {
  return is_access (item) || begins ||
         since + ft_record_words (item) > FT_SLACK;
}

bool ft_emit_ends_run (const ft_block_points *b, size_t i) {
  return b->items.begin[i].kind == FT_POINT_BEFORE || i + 1 == b->items.size ||
         b->items.begin[i + 1].kind == FT_POINT_FLUSH;
}

static bool may_fault (const ft_record_point *item) {
  if (item->kind != FT_POINT_AFTER || LLVMIsACallInst (item->at))
    return false;
  LLVMValueRef base = ft_pointer_base (LLVMGetOperand (item->at, 0));
  return !LLVMIsAGlobalVariable (base) && !ft_pointer_is_local (base);
}

// What the records of this run tell may be why the access that comes faults.
static void save (ft_emitter *e, LLVMValueRef at) {
  LLVMPositionBuilderBefore (e->unit->builder, at);
  ft_emit_locate (e, at);
  LLVMBuildStore (e->unit->builder, here (e), e->unit->cursor);
}

static void emit_item (ft_emitter *e, const ft_record_point *item) {
  bool begins = !e->cursor;
  if (ft_emit_checks (item, begins, e->since))
    check (e, item->at);
  if (!begins && may_fault (item))
    save (e, item->at);
  if (item->kind == FT_POINT_AFTER && item->subject) {
    LLVMPositionBuilderBefore (e->unit->builder, item->at);
    e->old = ft_opaque_value (e->unit, item->subject, item->size);
  }
  LLVMPositionBuilderBefore (e->unit->builder,
                             item->kind == FT_POINT_AFTER
                                 ? LLVMGetNextInstruction (item->at)
                                 : item->at);
  ft_emit_locate (e, item->at);
  ft_record_write (e, item);
  e->used += ft_record_words (item);
  e->since += ft_record_words (item);
}

void ft_emit_block (ft_emitter *e, const ft_block_points *b) {
  for (size_t i = 0; i < b->items.size; i++) {
    if (b->items.begin[i].kind == FT_POINT_FLUSH)
      continue;
    emit_item (e, &b->items.begin[i]);
    if (ft_emit_ends_run (b, i))
      flush (e);
  }
}
