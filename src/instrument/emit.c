// The code that writes records.
#include "instrument/emit.h"

#include <assert.h>

#include "foretrace/runtime.h"
#include "instrument/opaque.h"
#include "instrument/pointer.h"
#include "instrument/record_words.h"

// ---- splitting -------------------------------------------------------------

// (LLVM-C cannot split a block behind 'at', since it cannot change the incoming
// blocks of the successors' phi nodes.)
LLVMBasicBlockRef ft_emit_split (ft_unit *u, LLVMValueRef at) {
  LLVMBasicBlockRef rest = LLVMGetInstructionParent (at);
  LLVMBasicBlockRef head = LLVMInsertBasicBlockInContext (u->context, rest, "");
  LLVMValueRef end = LLVMGetBasicBlockTerminator (rest);
  // Without a terminator, phi nodes of the successors are not changed.
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

static LLVMValueRef cursor_now (ft_emitter *e) {
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

// Emits a check: afterwards there is room for FT_SLACK words.
static void check (ft_emitter *e, LLVMValueRef at) {
  ft_unit *u = e->unit;
  LLVMBasicBlockRef head = ft_emit_split (e->unit, at);
  LLVMBasicBlockRef rest = LLVMGetInstructionParent (at);
  LLVMBasicBlockRef slow = LLVMInsertBasicBlockInContext (u->context, rest, "");
  LLVMPositionBuilderAtEnd (u->builder, head);
  ft_emit_locate (e, at);
  LLVMValueRef cursor = cursor_now (e);
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

// Updates 'ft_cursor' behind the last record, where the builder stands.
static void flush (ft_emitter *e) {
  if (!e->cursor)
    return;
  LLVMBuildStore (e->unit->builder, cursor_now (e), e->unit->cursor);
  e->cursor = NULL;
  e->used = e->since = 0;
}

// ---- points ----------------------------------------------------------------

static bool is_access (const ft_record_point *point) {
  return point->kind == FT_POINT_BEFORE || point->kind == FT_POINT_AFTER;
}

bool ft_emit_checks (const ft_record_point *point, bool begins,
                     unsigned since) {
  return !point->joined && (is_access (point) || begins ||
                            since + ft_record_words (point) > FT_SLACK);
}

bool ft_emit_ends_run (const ft_block_points *b, size_t i) {
  if (i + 1 < b->points.size && b->points.begin[i + 1].joined)
    return false;
  return b->points.begin[i].kind == FT_POINT_BEFORE ||
         i + 1 == b->points.size ||
         b->points.begin[i + 1].kind == FT_POINT_FLUSH;
}

static bool may_fault (const ft_record_point *point) {
  if (point->kind != FT_POINT_AFTER || LLVMIsACallInst (point->at))
    return false;
  LLVMValueRef base = ft_pointer_base (LLVMGetOperand (point->at, 0));
  return !LLVMIsAGlobalVariable (base) && !ft_pointer_is_local (base);
}

// Updates 'ft_cursor' before an access that may fault, so that the log has the
// records before it.
static void store_cursor (ft_emitter *e, LLVMValueRef at) {
  LLVMPositionBuilderBefore (e->unit->builder, at);
  ft_emit_locate (e, at);
  LLVMBuildStore (e->unit->builder, cursor_now (e), e->unit->cursor);
}

static void emit_point (ft_emitter *e, const ft_record_point *point) {
  bool begins = !e->cursor;
  if (ft_emit_checks (point, begins, e->since))
    check (e, point->at);
  if (!begins && may_fault (point))
    store_cursor (e, point->at);
  if (is_access (point) && point->subject) {
    e->joined = point->joined ? e->joined + 1 : 0;
    LLVMPositionBuilderBefore (e->unit->builder, point->at);
    e->old[e->joined] = ft_opaque_value (e->unit, point->subject, point->size);
  }
  if (!point->joined)
    e->behind = point->kind == FT_POINT_AFTER
                    ? LLVMGetNextInstruction (point->at)
                    : point->at;
  LLVMPositionBuilderBefore (e->unit->builder, e->behind);
  ft_emit_locate (e, point->at);
  if (point->fresh && !point->joined) {
    e->cursor = NULL;
    e->cursor = cursor_now (e);
  }
  ft_record_write (e, point);
  e->used += ft_record_words (point);
  e->since += ft_record_words (point);
  assert (e->since <= FT_SLACK);
}

void ft_emit_block (ft_emitter *e, const ft_block_points *b) {
  for (size_t i = 0; i < b->points.size; i++) {
    if (b->points.begin[i].kind == FT_POINT_FLUSH)
      continue;
    emit_point (e, &b->points.begin[i]);
    if (ft_emit_ends_run (b, i))
      flush (e);
  }
}
