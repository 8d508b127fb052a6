// Opaque accesses: calls of libatomic, and the words that memory holds.
#include "instrument/opaque.h"

#include <string.h>

static bool contains_one (const char *text, size_t length,
                          const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (memmem (text, length, words[i], strlen (words[i])))
      return true;
  return false;
}

#define CONTAINS(text, length, words)                                          \
  contains_one (text, length, words, sizeof (words) / sizeof *(words))

static void fill (ft_memory_op *a, enum ft_site_kind kind, LLVMValueRef pointer,
                  uint64_t size) {
  a->kind = kind;
  a->order = FT_WIRE_SEQ_CST;
  a->opaque = a->read = pointer;
  a->written = kind == FT_SITE_RMW ? pointer : NULL;
  a->size = size >= 8 ? 8 : size >= 4 ? 4 : size >= 2 ? 2 : 1;
}

// ---- libatomic -------------------------------------------------------------

// "__atomic_load" has the size as its first argument, "__atomic_load_16" in
// its name.
static bool libatomic (LLVMValueRef call, ft_memory_op *a) {
  static const char *const names[] = {"load", "store", "exchange",
                                      "compare_exchange", "fetch_"};
  size_t length;
  LLVMValueRef callee = LLVMGetCalledValue (call);
  const char *name =
      LLVMIsAFunction (callee) ? ft_llvm_name (callee, &length) : "";
  if (strncmp (name, "__atomic_", 9) || LLVMGetFirstBasicBlock (callee) ||
      !CONTAINS (name, length, names))
    return false;
  unsigned at = name[length - 1] >= '0' && name[length - 1] <= '9' ? 0 : 1;
  if (LLVMGetNumArgOperands (call) <= at ||
      LLVMGetTypeKind (LLVMTypeOf (LLVMGetOperand (call, at))) !=
          LLVMPointerTypeKind)
    return false;
  LLVMValueRef size = LLVMGetOperand (call, 0);
  uint64_t bytes =
      LLVMIsAConstantInt (size) ? LLVMConstIntGetZExtValue (size) : 8;
  bool load = !strncmp (name + 9, "load", 4);
  fill (a, load ? FT_SITE_ATOMIC_LOAD : FT_SITE_RMW, LLVMGetOperand (call, at),
        at ? bytes : 8);
  return true;
}

bool ft_opaque_access (const ft_unit *u, LLVMValueRef call, ft_memory_op *a) {
  (void)u;
  return !LLVMIsAInlineAsm (LLVMGetCalledValue (call)) && libatomic (call, a);
}

// The load is not atomic, since the pointer need not be aligned, and no other
// thread runs while recording.
LLVMValueRef ft_opaque_value (ft_unit *u, LLVMValueRef pointer, uint64_t size) {
  if (size > 8 || size & (size - 1))
    return ft_unit_constant (u, 0);
  LLVMTypeRef type = LLVMIntTypeInContext (u->context, (unsigned)(8 * size));
  LLVMValueRef v = LLVMBuildLoad2 (u->builder, type, pointer, "");
  LLVMSetAlignment (v, 1);
  LLVMSetVolatile (v, 1);
  return LLVMBuildIntCast2 (u->builder, v, u->word, 0, "");
}
