// The words of a record.
#include "instrument/record_words.h"

#include <assert.h>

#include "instrument/opaque.h"

unsigned ft_record_words (const ft_record_point *point) {
  switch (point->kind) {
  case FT_POINT_ENTER:
    return 2;
  case FT_POINT_EXIT:
  case FT_POINT_UNWIND:
    return 1;
  case FT_POINT_NOTE:
  case FT_POINT_BEFORE:
  case FT_POINT_AFTER:
    return 1 + ft_site_words (point->site);
  case FT_POINT_FLUSH:
    return 0;
  }
  return 0;
}

static void put (ft_emitter *e, unsigned index, LLVMValueRef word) {
  ft_unit *u = e->unit;
  assert (e->cursor); // inside a run of records
  LLVMValueRef at = ft_unit_constant (u, e->used + index);
  LLVMValueRef p =
      LLVMBuildInBoundsGEP2 (u->builder, u->word, e->cursor, &at, 1, "");
  LLVMSetAlignment (LLVMBuildStore (u->builder, word, p), 8);
}

static LLVMValueRef code_word (ft_emitter *e, uint32_t code) {
  return ft_unit_constant (e->unit, FT_WIRE_HEADER (code, 0));
}

static LLVMValueRef add_code (ft_emitter *e, LLVMValueRef payload,
                              LLVMValueRef code) {
  return LLVMBuildAdd (e->unit->builder, payload, code, "");
}

static LLVMValueRef address_word (ft_emitter *e, LLVMValueRef pointer) {
  return LLVMBuildPtrToInt (e->unit->builder, pointer, e->unit->word, "");
}

// ---- values ----------------------------------------------------------------

static LLVMValueRef bits (ft_unit *u, LLVMValueRef v, uint64_t size) {
  LLVMTypeRef integer = LLVMIntTypeInContext (u->context, (unsigned)(8 * size));
  return LLVMBuildBitCast (u->builder, v, integer, "");
}

static bool is_bit_vector (LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind (type);
  LLVMTypeRef element =
      kind == LLVMVectorTypeKind ? LLVMGetElementType (type) : type;
  return LLVMGetTypeKind (element) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth (element) % 8;
}

// The lowest 8 bytes of a value as they are in memory.  For a value that is not
// modelled (aggregates, vectors of single bits) the word is 0, and its access
// is of a wide kind.
static LLVMValueRef value_word (ft_emitter *e, LLVMValueRef v) {
  ft_unit *u = e->unit;
  LLVMTypeRef type = LLVMTypeOf (v);
  LLVMTypeKind kind = LLVMGetTypeKind (type);
  if (kind == LLVMPointerTypeKind)
    return LLVMBuildPtrToInt (u->builder, v, u->word, "");
  if (kind != LLVMIntegerTypeKind) {
    uint64_t size = LLVMStoreSizeOfType (u->layout, type);
    if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
        is_bit_vector (type))
      return ft_unit_constant (u, 0);
    v = bits (u, v, size);
  }
  return LLVMBuildIntCast2 (u->builder, v, u->word, 0, "");
}

static LLVMValueRef compare (ft_unit *u, LLVMIntPredicate p, LLVMValueRef old,
                             LLVMValueRef operand) {
  return LLVMBuildSelect (u->builder,
                          LLVMBuildICmp (u->builder, p, old, operand, ""), old,
                          operand, "");
}

// The word that is in memory behind another kind of operation.  No other thread
// runs while recording, and if nothing is recorded the word is not used.
static LLVMValueRef reload (ft_unit *u, LLVMValueRef rmw) {
  LLVMTypeRef type = LLVMTypeOf (rmw);
  LLVMValueRef v =
      LLVMBuildLoad2 (u->builder, type, LLVMGetOperand (rmw, 0), "");
  LLVMSetOrdering (v, LLVMAtomicOrderingMonotonic);
  LLVMSetAlignment (v, LLVMGetAlignment (rmw));
  return v;
}

static LLVMValueRef written_by (ft_unit *u, LLVMValueRef rmw) {
  LLVMBuilderRef b = u->builder;
  LLVMValueRef x = LLVMGetOperand (rmw, 1);
  switch (LLVMGetAtomicRMWBinOp (rmw)) {
  case LLVMAtomicRMWBinOpXchg:
    return x;
  case LLVMAtomicRMWBinOpAdd:
    return LLVMBuildAdd (b, rmw, x, "");
  case LLVMAtomicRMWBinOpSub:
    return LLVMBuildSub (b, rmw, x, "");
  case LLVMAtomicRMWBinOpAnd:
    return LLVMBuildAnd (b, rmw, x, "");
  case LLVMAtomicRMWBinOpNand:
    return LLVMBuildNot (b, LLVMBuildAnd (b, rmw, x, ""), "");
  case LLVMAtomicRMWBinOpOr:
    return LLVMBuildOr (b, rmw, x, "");
  case LLVMAtomicRMWBinOpXor:
    return LLVMBuildXor (b, rmw, x, "");
  case LLVMAtomicRMWBinOpMax:
    return compare (u, LLVMIntSGT, rmw, x);
  case LLVMAtomicRMWBinOpMin:
    return compare (u, LLVMIntSLT, rmw, x);
  case LLVMAtomicRMWBinOpUMax:
    return compare (u, LLVMIntUGT, rmw, x);
  case LLVMAtomicRMWBinOpUMin:
    return compare (u, LLVMIntULT, rmw, x);
  case LLVMAtomicRMWBinOpFAdd:
  case LLVMAtomicRMWBinOpFSub:
  case LLVMAtomicRMWBinOpFMax:
  case LLVMAtomicRMWBinOpFMin:
  case LLVMAtomicRMWBinOpUIncWrap:
  case LLVMAtomicRMWBinOpUDecWrap:
    return reload (u, rmw);
  }
  return reload (u, rmw);
}

// ---- records ---------------------------------------------------------------

static void put_header (ft_emitter *e, const ft_record_point *point,
                        LLVMValueRef pointer) {
  put (e, 0,
       add_code (e, address_word (e, pointer), code_word (e, point->code)));
}

// The address of a copy of no bytes may be any word, so that it is masked.
static void put_masked_header (ft_emitter *e, const ft_record_point *point,
                               LLVMValueRef pointer) {
  LLVMValueRef masked =
      LLVMBuildAnd (e->unit->builder, address_word (e, pointer),
                    ft_unit_constant (e->unit, FT_WIRE_PAYLOAD), "");
  put (e, 0, add_code (e, masked, code_word (e, point->code)));
}

// The bytes that are set, with the byte that all get; a size that does not leave
// room for it is none that memory has.
static void put_fill (ft_emitter *e, LLVMValueRef byte, LLVMValueRef bytes) {
  ft_unit *u = e->unit;
  LLVMBuilderRef b = u->builder;
  LLVMValueRef fill = LLVMBuildShl (b, value_word (e, byte),
                                    ft_unit_constant (u, FT_WIRE_PAYLOAD_BITS), "");
  fill = LLVMBuildOr (b, fill, ft_unit_constant (u, FT_WIRE_FILLED), "");
  put (e, 1, LLVMBuildOr (b, value_word (e, bytes), fill, ""));
}

static void put_cas (ft_emitter *e, const ft_record_point *point) {
  LLVMBuilderRef b = e->unit->builder;
  LLVMValueRef done = LLVMBuildExtractValue (b, point->at, 1, "");
  LLVMValueRef code = LLVMBuildSelect (b, done, code_word (e, point->code),
                                       code_word (e, point->code + 1), "");
  put (e, 0,
       add_code (e, address_word (e, LLVMGetOperand (point->at, 0)), code));
  put (e, 1, value_word (e, LLVMBuildExtractValue (b, point->at, 0, "")));
  put (e, 2, value_word (e, LLVMGetOperand (point->at, 2)));
}

// Assembly has written if memory has changed; libatomic says it.
static LLVMValueRef has_written (ft_emitter *e, const ft_record_point *point,
                                 LLVMValueRef new) {
  LLVMBuilderRef b = e->unit->builder;
  if (!point->fresh)
    return LLVMBuildICmp (b, LLVMIntNE, e->old[e->joined], new, "");
  return LLVMBuildIntCast2 (
      b, point->at, LLVMInt1TypeInContext (e->unit->context), 0, "");
}

static void put_opaque (ft_emitter *e, const ft_record_point *point) {
  ft_unit *u = e->unit;
  LLVMValueRef old = e->old[e->joined], new;
  new = ft_opaque_value (u, point->subject, point->size);
  switch ((unsigned)point->site) {
  case FT_SITE_CAS:
    put (e, 0,
         add_code (e, address_word (e, point->subject),
                   LLVMBuildSelect (u->builder, has_written (e, point, new),
                                    code_word (e, point->code),
                                    code_word (e, point->code + 1), "")));
    break;
  default:
    put_header (e, point, point->subject);
  }
  if (ft_site_words (point->site))
    put (e, 1, point->site == FT_SITE_ATOMIC_STORE ? new : old);
  if (ft_site_words (point->site) > 1)
    put (e, 2, new);
}

static void put_site (ft_emitter *e, const ft_record_point *point) {
  LLVMValueRef at = point->at;
  switch (point->site) {
  case FT_SITE_LOAD:
  case FT_SITE_ATOMIC_LOAD:
    put (e, 1, value_word (e, at));
    put_header (e, point, LLVMGetOperand (at, 0));
    return;
  case FT_SITE_LOAD_WIDE:
    put_header (e, point, LLVMGetOperand (at, 0));
    return;
  case FT_SITE_STORE:
  case FT_SITE_ATOMIC_STORE:
    put (e, 1, value_word (e, LLVMGetOperand (at, 0)));
    put_header (e, point, LLVMGetOperand (at, 1));
    return;
  case FT_SITE_STORE_WIDE:
    put_header (e, point, LLVMGetOperand (at, 1));
    return;
  case FT_SITE_RMW:
    put_header (e, point, LLVMGetOperand (at, 0));
    put (e, 1, value_word (e, at));
    put (e, 2, value_word (e, written_by (e->unit, at)));
    return;
  case FT_SITE_CAS:
    put_cas (e, point);
    return;
  case FT_SITE_COPY:
    put_masked_header (e, point, LLVMGetOperand (at, 0));
    put (e, 1, address_word (e, LLVMGetOperand (at, 1)));
    put (e, 2, value_word (e, LLVMGetOperand (at, 2)));
    return;
  case FT_SITE_SET:
    put_masked_header (e, point, LLVMGetOperand (at, 0));
    put_fill (e, LLVMGetOperand (at, 1), LLVMGetOperand (at, 2));
    return;
  case FT_SITE_VARIABLE:
    put_header (e, point, point->subject);
    return;
  case FT_SITE_FENCE:
  case FT_SITE_CALL:
    put (e, 0, code_word (e, point->code));
    return;
  case FT_SITE_NONE:
  case FT_SITE_CAS_FAILED:
  case FT_SITE_BRANCH:
    return;
  }
}

void ft_record_write (ft_emitter *e, const ft_record_point *point) {
  switch (point->kind) {
  case FT_POINT_ENTER:
    put (e, 0, add_code (e, e->descriptor, code_word (e, FT_WIRE_ENTER)));
    put (e, 1, e->frame);
    return;
  case FT_POINT_EXIT:
    put (e, 0, code_word (e, FT_WIRE_EXIT));
    return;
  case FT_POINT_UNWIND:
    put (e, 0, add_code (e, e->frame, code_word (e, FT_WIRE_UNWIND)));
    return;
  case FT_POINT_NOTE:
    put_site (e, point);
    return;
  case FT_POINT_BEFORE:
  case FT_POINT_AFTER:
    if (point->subject)
      put_opaque (e, point);
    else
      put_site (e, point);
    return;
  case FT_POINT_FLUSH:
    return;
  }
}
