// Opaque accesses: calls of libatomic, and the words that memory holds.
#include "instrument/opaque.h"

#include <stdlib.h>
#include <string.h>

// ---- libatomic -------------------------------------------------------------

static const struct function {
  const char *name;
  enum ft_site_kind kind;
  // Accesses through the pointer arguments behind the object, one letter each:
  // "w", the function writes the value read there; "r", it reads a value from
  // there.
  const char *others;
} functions[] = {{"load", FT_SITE_ATOMIC_LOAD, "w"},
                 {"store", FT_SITE_ATOMIC_STORE, "r"},
                 {"exchange", FT_SITE_RMW, "rw"},
                 {"compare_exchange", FT_SITE_CAS, "rr"},
                 {"fetch_", FT_SITE_RMW, ""},
                 {"test_and_set", FT_SITE_RMW, ""}};

static bool begins (const char *text, const char *prefix) {
  return !strncmp (text, prefix, strlen (prefix));
}

static const struct function *function_of (LLVMValueRef callee,
                                           const char **name) {
  static const char prefix[] = "__atomic_";
  size_t length;
  *name = LLVMIsAFunction (callee) ? ft_llvm_name (callee, &length) : "";
  if (!begins (*name, prefix) || LLVMGetFirstBasicBlock (callee))
    return NULL;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (begins (*name + sizeof prefix - 1, functions[i].name))
      return functions + i;
  return NULL;
}

static void add (ft_assembly *a, enum ft_site_kind kind, LLVMValueRef pointer,
                 uint64_t size) {
  bool reads = kind != FT_SITE_ATOMIC_STORE && kind != FT_SITE_STORE_WIDE;
  bool writes = kind != FT_SITE_ATOMIC_LOAD && kind != FT_SITE_LOAD_WIDE;
  a->accesses[a->count++] =
      (ft_assembly_access){kind, pointer, size, reads, writes};
}

static bool is_pointer (LLVMValueRef call, unsigned argument) {
  return argument < LLVMGetNumArgOperands (call) &&
         LLVMGetTypeKind (LLVMTypeOf (LLVMGetOperand (call, argument))) ==
             LLVMPointerTypeKind;
}

// "__atomic_load_16" has the size in its name.
static bool has_size (const char *name) {
  char last = name[strlen (name) - 1];
  return last >= '0' && last <= '9';
}

// "__atomic_load" has the size as its first argument.  A failed
// compare-and-swap also writes what it found, which is revealed when it is
// read.
static bool generic (LLVMValueRef call, const struct function *f,
                     ft_assembly *a) {
  LLVMValueRef size = LLVMGetOperand (call, 0);
  uint64_t bytes =
      LLVMIsAConstantInt (size) ? LLVMConstIntGetZExtValue (size) : 0;
  if (!bytes || !is_pointer (call, 1))
    return false;
  a->is_unvalued = a->is_library = true;
  add (a, f->kind, LLVMGetOperand (call, 1), bytes);
  for (unsigned n = 0; f->others[n]; n++)
    if (is_pointer (call, 2 + n))
      add (a, f->others[n] == 'r' ? FT_SITE_LOAD_WIDE : FT_SITE_STORE_WIDE,
           LLVMGetOperand (call, 2 + n), bytes);
  return true;
}

bool ft_libatomic_of (LLVMValueRef call, ft_assembly *a) {
  const char *name;
  const struct function *f =
      LLVMIsACallInst (call) ? function_of (LLVMGetCalledValue (call), &name)
                             : NULL;
  memset (a, 0, sizeof *a);
  if (!f)
    return false;
  if (!has_size (name))
    return generic (call, f, a);
  if (!is_pointer (call, 0))
    return false;
  uint64_t size = strtoull (strrchr (name, '_') + 1, NULL, 10);
  a->is_library = true;
  add (a, f->kind, LLVMGetOperand (call, 0), size);
  if (f->kind == FT_SITE_CAS)
    add (a, FT_SITE_LOAD_WIDE, LLVMGetOperand (call, 1), size);
  return true;
}

// ---- words -----------------------------------------------------------------

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
