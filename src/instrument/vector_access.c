// Vector accesses of some lanes as LLVM's intrinsics for any processor.
#include "instrument/vector_access.h"

#include <string.h>

#include "instrument/unit.h"

typedef struct rewriter {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
} rewriter;

static LLVMValueRef operand (LLVMValueRef call, unsigned n) {
  return LLVMGetOperand (call, n);
}

static LLVMTypeRef half (const rewriter *r) {
  return LLVMInt32TypeInContext (r->context);
}

static unsigned lanes (LLVMValueRef v) {
  return LLVMGetVectorSize (LLVMTypeOf (v));
}

static LLVMValueRef call_generic (rewriter *r, const char *name,
                                  LLVMTypeRef overloads[2], LLVMValueRef *all,
                                  unsigned count) {
  unsigned id = LLVMLookupIntrinsicID (name, strlen (name));
  LLVMValueRef f = LLVMGetIntrinsicDeclaration (r->module, id, overloads, 2);
  LLVMTypeRef type = LLVMIntrinsicGetType (r->context, id, overloads, 2);
  return LLVMBuildCall2 (r->builder, type, f, all, count, "");
}

// ---- parts of vectors ------------------------------------------------------

// The first 'count' lanes of 'a', and zeros if it has fewer.
static LLVMValueRef first_lanes (rewriter *r, LLVMValueRef a, unsigned count) {
  LLVMValueRef zero = LLVMConstNull (LLVMTypeOf (a)), at[64];
  unsigned has = lanes (a);
  if (has == count)
    return a;
  for (unsigned n = 0; n < count; n++)
    at[n] = LLVMConstInt (half (r), n < has ? n : has, 0);
  return LLVMBuildShuffleVector (r->builder, a, zero,
                                 LLVMConstVector (at, count), "");
}

// One bit for each lane.
static LLVMValueRef mask_bits (rewriter *r, LLVMValueRef mask) {
  LLVMTypeRef element = LLVMGetElementType (LLVMTypeOf (mask));
  LLVMTypeKind kind = LLVMGetTypeKind (element);
  if (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth (element) == 1)
    return mask;
  if (kind != LLVMIntegerTypeKind) {
    unsigned bits = kind == LLVMDoubleTypeKind ? 64 : 32;
    element = LLVMIntTypeInContext (r->context, bits);
    mask = LLVMBuildBitCast (r->builder, mask,
                             LLVMVectorType (element, lanes (mask)), "");
  }
  return LLVMBuildICmp (r->builder, LLVMIntSLT, mask,
                        LLVMConstNull (LLVMTypeOf (mask)), "");
}

static LLVMValueRef splat (uint64_t word, LLVMTypeRef type, unsigned count) {
  LLVMValueRef all[64];
  for (unsigned n = 0; n < count; n++)
    all[n] = LLVMConstInt (type, word, 0);
  return LLVMConstVector (all, count);
}

// The addresses of a gather or scatter.
static LLVMValueRef addresses (rewriter *r, LLVMValueRef base,
                               LLVMValueRef index, LLVMValueRef scale,
                               unsigned count) {
  LLVMTypeRef word = LLVMInt64TypeInContext (r->context);
  index = first_lanes (r, index, count);
  index = LLVMBuildIntCast2 (r->builder, index, LLVMVectorType (word, count), 1,
                             "");
  LLVMValueRef by = splat (LLVMConstIntGetZExtValue (scale), word, count);
  LLVMValueRef offset = LLVMBuildMul (r->builder, index, by, "");
  return LLVMBuildGEP2 (r->builder, LLVMInt8TypeInContext (r->context), base,
                        &offset, 1, "");
}

// ---- accesses --------------------------------------------------------------

static LLVMValueRef one (rewriter *r) {
  return LLVMConstInt (half (r), 1, 0); // the alignment
}

static LLVMValueRef masked_load (rewriter *r, LLVMValueRef i) {
  LLVMValueRef all[] = {operand (i, 0), one (r), mask_bits (r, operand (i, 1)),
                        LLVMConstNull (LLVMTypeOf (i))};
  LLVMTypeRef types[] = {LLVMTypeOf (i), LLVMTypeOf (all[0])};
  return call_generic (r, "llvm.masked.load", types, all, 4);
}

static LLVMValueRef store (rewriter *r, LLVMValueRef value, LLVMValueRef to,
                           LLVMValueRef mask) {
  LLVMValueRef all[] = {value, to, one (r), mask_bits (r, mask)};
  LLVMTypeRef types[] = {LLVMTypeOf (value), LLVMTypeOf (to)};
  return call_generic (r, "llvm.masked.store", types, all, 4);
}

static LLVMValueRef masked_store (rewriter *r, LLVMValueRef i) {
  return store (r, operand (i, 2), operand (i, 0), operand (i, 1));
}

static LLVMValueRef masked_bytes (rewriter *r, LLVMValueRef i) {
  return store (r, operand (i, 0), operand (i, 2), operand (i, 1));
}

// Operands: the result of lanes that are left out, base, index, mask, scale.
static LLVMValueRef gather (rewriter *r, LLVMValueRef i) {
  unsigned count = lanes (operand (i, 2)), whole = lanes (i);
  count = count < whole ? count : whole;
  LLVMValueRef at =
      addresses (r, operand (i, 1), operand (i, 2), operand (i, 4), count);
  LLVMValueRef mask = mask_bits (r, operand (i, 3));
  LLVMValueRef all[] = {at, one (r), first_lanes (r, mask, count),
                        first_lanes (r, operand (i, 0), count)};
  LLVMTypeRef types[] = {LLVMTypeOf (all[3]), LLVMTypeOf (at)};
  LLVMValueRef result =
      call_generic (r, "llvm.masked.gather", types, all, 4);
  return first_lanes (r, result, whole);
}

// Operands: base, mask, index, values, scale.
static LLVMValueRef scatter (rewriter *r, LLVMValueRef i) {
  unsigned count = lanes (operand (i, 2)), whole = lanes (operand (i, 3));
  count = count < whole ? count : whole;
  LLVMValueRef at =
      addresses (r, operand (i, 0), operand (i, 2), operand (i, 4), count);
  LLVMValueRef mask = mask_bits (r, operand (i, 1));
  LLVMValueRef all[] = {first_lanes (r, operand (i, 3), count), at, one (r),
                        first_lanes (r, mask, count)};
  LLVMTypeRef types[] = {LLVMTypeOf (all[0]), LLVMTypeOf (at)};
  return call_generic (r, "llvm.masked.scatter", types, all, 4);
}

// ---- calls -----------------------------------------------------------------

static const struct instruction {
  const char *prefix;
  LLVMValueRef (*rewrite) (rewriter *, LLVMValueRef);
} instructions[] = {
    {"llvm.x86.avx.maskload.", masked_load},
    {"llvm.x86.avx2.maskload.", masked_load},
    {"llvm.x86.avx.maskstore.", masked_store},
    {"llvm.x86.avx2.maskstore.", masked_store},
    {"llvm.x86.sse2.maskmov.dqu", masked_bytes},
    {"llvm.x86.avx2.gather.", gather},
    {"llvm.x86.avx512.mask.gather", gather},
    {"llvm.x86.avx512.mask.scatter", scatter},
};

static bool is_vector (LLVMTypeRef type) {
  return LLVMGetTypeKind (type) == LLVMVectorTypeKind;
}

// Older forms have masks that are words; they stay calls.
static bool has_form (LLVMValueRef i, const struct instruction *kind) {
  if (kind->rewrite != gather && kind->rewrite != scatter)
    return true;
  unsigned mask = kind->rewrite == gather ? 3 : 1;
  return LLVMGetNumArgOperands (i) == 5 &&
         is_vector (LLVMTypeOf (operand (i, mask))) &&
         LLVMIsAConstantInt (operand (i, 4));
}

static void rewrite (rewriter *r, LLVMValueRef i) {
  for (size_t n = 0; n < sizeof instructions / sizeof *instructions; n++) {
    if (!ft_calls_intrinsic (i, instructions[n].prefix) ||
        !has_form (i, instructions + n))
      continue;
    LLVMPositionBuilderBefore (r->builder, i);
    LLVMSetCurrentDebugLocation2 (r->builder, LLVMInstructionGetDebugLoc (i));
    LLVMValueRef new = instructions[n].rewrite (r, i);
    if (LLVMGetTypeKind (LLVMTypeOf (i)) != LLVMVoidTypeKind)
      LLVMReplaceAllUsesWith (i, new);
    LLVMInstructionEraseFromParent (i);
    return;
  }
}

void ft_vector_access_make_generic (LLVMModuleRef m) {
  LLVMContextRef context = LLVMGetModuleContext (m);
  rewriter r = {m, context, LLVMCreateBuilderInContext (context)};
  for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
       f = LLVMGetNextFunction (f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
         b = LLVMGetNextBasicBlock (b))
      for (LLVMValueRef i = LLVMGetFirstInstruction (b), next; i; i = next) {
        next = LLVMGetNextInstruction (i);
        if (LLVMIsACallInst (i))
          rewrite (&r, i);
      }
  LLVMDisposeBuilder (r.builder);
}
