// Pointers and escaping local variables.
#include "instrument/pointer.h"

#include <string.h>

#include "base/hash.h"
#include "instrument/unit.h"

static bool is_step (LLVMValueRef v) {
  if (LLVMIsAConstantExpr (v)) {
    LLVMOpcode op = LLVMGetConstOpcode (v);
    return op == LLVMGetElementPtr || op == LLVMBitCast;
  }
  return LLVMIsAGetElementPtrInst (v) || LLVMIsABitCastInst (v);
}

LLVMValueRef ft_pointer_base (LLVMValueRef pointer) {
  while (is_step (pointer))
    pointer = LLVMGetOperand (pointer, 0);
  return pointer;
}

static bool is_byval (LLVMValueRef argument) {
  LLVMValueRef f = LLVMGetParamParent (argument);
  unsigned count = LLVMCountParams (f), kind = ft_attribute_kind ("byval");
  for (unsigned i = 0; i < count; i++)
    if (LLVMGetParam (f, i) == argument)
      return LLVMGetEnumAttributeAtIndex (f, i + 1, kind);
  return false;
}

bool ft_pointer_is_local (LLVMValueRef base) {
  return LLVMIsAAllocaInst (base) ||
         (LLVMIsAArgument (base) && is_byval (base));
}

// C++ has functions that initialise a variable and return its address; their own
// variables are accessed without the intrinsic.
bool ft_pointer_is_thread_local (LLVMValueRef pointer) {
  LLVMValueRef base = ft_pointer_base (pointer);
  LLVMValueRef callee = LLVMIsACallInst (base) ? LLVMGetCalledValue (base) : NULL;
  size_t length;
  if (LLVMIsAGlobalVariable (base) && LLVMIsThreadLocal (base))
    return true;
  if (!callee || !LLVMIsAFunction (callee))
    return false;
  return ft_calls_intrinsic (base, "llvm.threadlocal.address") ||
         !strncmp (ft_llvm_name (callee, &length), "_ZTW", 4);
}

// Intrinsics that do not let their arguments escape.
static bool is_harmless_call (LLVMValueRef call) {
  static const char *const names[] = {
      "llvm.lifetime.", "llvm.dbg.",        "llvm.memcpy.",  "llvm.memmove.",
      "llvm.memset.",   "llvm.objectsize.", "llvm.va_start", "llvm.va_end",
      "llvm.assume",    "llvm.prefetch"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (ft_calls_intrinsic (call, names[i]))
      return true;
  return false;
}

// Whether the call gets 'v' only as a byval argument, which is copied.
static bool only_copies (LLVMValueRef user, LLVMValueRef v) {
  if (!LLVMIsACallInst (user) && !LLVMIsAInvokeInst (user))
    return false;
  unsigned kind = ft_attribute_kind ("byval");
  for (unsigned i = 0; i < LLVMGetNumArgOperands (user); i++)
    if (LLVMGetOperand (user, i) == v &&
        !LLVMGetCallSiteEnumAttribute (user, i + 1, kind))
      return false;
  return LLVMGetCalledValue (user) != v;
}

enum use { HARMLESS, DERIVES, ESCAPES };

static enum use classify_use (LLVMValueRef user, LLVMValueRef v) {
  if (!LLVMIsAInstruction (user))
    return ESCAPES;
  if (LLVMIsALoadInst (user) || LLVMIsAICmpInst (user))
    return HARMLESS;
  if (LLVMIsAStoreInst (user))
    return LLVMGetOperand (user, 0) == v ? ESCAPES : HARMLESS;
  if (LLVMIsAGetElementPtrInst (user) || LLVMIsABitCastInst (user) ||
      LLVMIsAPHINode (user) || LLVMIsASelectInst (user))
    return DERIVES;
  if (only_copies (user, v))
    return HARMLESS;
  return LLVMIsACallInst (user) && is_harmless_call (user) ? HARMLESS : ESCAPES;
}

typedef FT_STACK (LLVMValueRef) values;

// An access through a phi or select of this address and others has a record, so
// that such uses are no escape.
bool ft_pointer_escapes (LLVMValueRef local) {
  values work = {0};
  ft_map seen = {0};
  bool escapes = false;
  FT_PUSH (work, local);
  while (!FT_EMPTY (work) && !escapes) {
    LLVMValueRef v = FT_POP (work);
    for (LLVMUseRef u = LLVMGetFirstUse (v); u && !escapes;
         u = LLVMGetNextUse (u)) {
      LLVMValueRef user = LLVMGetUser (u);
      enum use use = classify_use (user, v);
      escapes = use == ESCAPES;
      if (use != DERIVES ||
          *ft_map_at (&seen, ft_pointer_key (user)) != FT_NO_ID)
        continue;
      *ft_map_at (&seen, ft_pointer_key (user)) = 1;
      FT_PUSH (work, user);
    }
  }
  FT_RELEASE (work);
  ft_map_release (&seen);
  return escapes;
}

// ---- offsets ---------------------------------------------------------------

static void step_over_index (LLVMTargetDataRef layout, LLVMTypeRef type,
                             LLVMValueRef index, uint64_t *offset,
                             bool *indexed) {
  if (LLVMIsAConstantInt (index))
    *offset += (uint64_t)LLVMConstIntGetSExtValue (index) *
               LLVMABISizeOfType (layout, type);
  else
    *indexed = true;
}

void ft_pointer_offset (LLVMTargetDataRef layout, LLVMValueRef gep,
                        uint64_t *offset, bool *indexed) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType (gep);
  int count = LLVMGetNumOperands (gep);
  step_over_index (layout, type, LLVMGetOperand (gep, 1), offset, indexed);
  for (int i = 2; i < count; i++) {
    LLVMValueRef index = LLVMGetOperand (gep, (unsigned)i);
    if (LLVMGetTypeKind (type) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue (index);
      *offset += LLVMOffsetOfElement (layout, type, field);
      type = LLVMStructGetTypeAtIndex (type, field);
    } else {
      type = LLVMGetElementType (type);
      step_over_index (layout, type, index, offset, indexed);
    }
  }
}
