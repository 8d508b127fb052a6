// Memory operations.
#include "instrument/memory_op.h"

#include <string.h>

#include "instrument/debug.h"
#include "instrument/pointer.h"

static enum ft_wire_order order_of (LLVMAtomicOrdering order) {
  switch (order) {
  case LLVMAtomicOrderingNotAtomic:
    return FT_WIRE_PLAIN;
  case LLVMAtomicOrderingUnordered:
  case LLVMAtomicOrderingMonotonic:
    return FT_WIRE_RELAXED;
  case LLVMAtomicOrderingAcquire:
    return FT_WIRE_ORDER_ACQUIRE;
  case LLVMAtomicOrderingRelease:
    return FT_WIRE_ORDER_RELEASE;
  case LLVMAtomicOrderingAcquireRelease:
    return FT_WIRE_ACQ_REL;
  case LLVMAtomicOrderingSequentiallyConsistent:
    return FT_WIRE_SEQ_CST;
  }
  return FT_WIRE_PLAIN;
}

static bool has_value (uint64_t size) {
  return size == 1 || size == 2 || size == 4 || size == 8;
}

// Pointers of other address spaces ('__seg_fs') are no addresses.
static bool is_ordinary (LLVMValueRef pointer) {
  return !LLVMGetPointerAddressSpace (LLVMTypeOf (pointer));
}

static bool load (const ft_unit *u, LLVMValueRef i, ft_memory_op *a) {
  a->read = LLVMGetOperand (i, 0);
  a->size = LLVMStoreSizeOfType (u->layout, LLVMTypeOf (i));
  a->order = order_of (LLVMGetOrdering (i));
  a->unused = !LLVMGetFirstUse (i);
  a->kind = a->order              ? FT_SITE_ATOMIC_LOAD
            : has_value (a->size) ? FT_SITE_LOAD
                                  : FT_SITE_LOAD_WIDE;
  return is_ordinary (a->read);
}

static bool store (const ft_unit *u, LLVMValueRef i, ft_memory_op *a) {
  a->written = LLVMGetOperand (i, 1);
  a->size = LLVMStoreSizeOfType (u->layout, LLVMTypeOf (LLVMGetOperand (i, 0)));
  a->order = order_of (LLVMGetOrdering (i));
  a->kind = a->order              ? FT_SITE_ATOMIC_STORE
            : has_value (a->size) ? FT_SITE_STORE
                                  : FT_SITE_STORE_WIDE;
  return is_ordinary (a->written);
}

static bool begins_with (const char *text, size_t length, const char *prefix) {
  size_t n = strlen (prefix);
  return length >= n && !memcmp (text, prefix, n);
}

// 'std::_Sp_atomic<T>::_Atomic_count::unlock', or '_M_wait_unlock'.
static bool is_pointer_unlock (const char *linkage, size_t length) {
  static const char *const methods[] = {"13_Atomic_count6unlockE",
                                        "13_Atomic_count14_M_wait_unlockE"};
  if (!begins_with (linkage, length, "_ZNKSt10_Sp_atomicI"))
    return false;
  for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
    for (size_t i = 0; i < length; i++)
      if (begins_with (linkage + i, length - i, methods[m]))
        return true;
  return false;
}

static bool is_in_pointer_unlock (const ft_unit *u, LLVMValueRef i) {
  size_t n;
  LLVMMetadataRef l = LLVMInstructionGetDebugLoc (i);
  for (; l; l = LLVMDILocationGetInlinedAt (l)) {
    LLVMMetadataRef sub = ft_debug_subprogram (u, LLVMDILocationGetScope (l));
    const char *linkage = ft_debug_text (u, sub, FT_DEBUG_LINKAGE_NAME, &n);
    if (is_pointer_unlock (linkage, n))
      return true;
  }
  LLVMValueRef f = LLVMGetBasicBlockParent (LLVMGetInstructionParent (i));
  const char *name = LLVMGetValueName2 (f, &n);
  return is_pointer_unlock (name, n);
}

// libstdc++'s 'std::atomic<std::shared_ptr>' gives its lock back by a relaxed
// operation after it read the pointer, so that the next owner's write is
// unordered with the read.  The operations synchronise by the C++ standard, and
// no program can mend the library: the unlock counts as a release.
static enum ft_wire_order order_of_rmw (const ft_unit *u, LLVMValueRef i) {
  enum ft_wire_order order = order_of (LLVMGetOrdering (i));
  bool lacks_release =
      order == FT_WIRE_RELAXED || order == FT_WIRE_ORDER_ACQUIRE;
  return !lacks_release || !is_in_pointer_unlock (u, i) ? order
         : order == FT_WIRE_RELAXED ? FT_WIRE_ORDER_RELEASE
                                    : FT_WIRE_ACQ_REL;
}

static bool rmw (const ft_unit *u, LLVMValueRef i, ft_memory_op *a) {
  a->kind = FT_SITE_RMW;
  a->read = a->written = LLVMGetOperand (i, 0);
  a->size = LLVMStoreSizeOfType (u->layout, LLVMTypeOf (LLVMGetOperand (i, 1)));
  a->order = order_of_rmw (u, i);
  a->unused = !LLVMGetFirstUse (i);
  return is_ordinary (a->read);
}

static bool cas (const ft_unit *u, LLVMValueRef i, ft_memory_op *a) {
  a->kind = FT_SITE_CAS;
  a->read = a->written = LLVMGetOperand (i, 0);
  a->size = LLVMStoreSizeOfType (u->layout, LLVMTypeOf (LLVMGetOperand (i, 1)));
  a->order = order_of (LLVMGetCmpXchgSuccessOrdering (i));
  a->failure = order_of (LLVMGetCmpXchgFailureOrdering (i));
  return is_ordinary (a->read);
}

// A fence for the compiler alone orders nothing between threads.
static bool fence (LLVMValueRef i, ft_memory_op *a) {
  a->kind = FT_SITE_FENCE;
  a->order = order_of (LLVMGetOrdering (i));
  a->before = true;
  return !LLVMIsAtomicSingleThread (i);
}

static uint64_t constant_size (LLVMValueRef n) {
  return LLVMIsAConstantInt (n) ? LLVMConstIntGetZExtValue (n) : 0;
}

enum mem { NO_MEM, MEM_COPY, MEM_SET };

// Calls of 'memcpy' by its name call the runtime's wrapper instead.
static enum mem mem_of (LLVMValueRef i) {
  return ft_calls_intrinsic (i, "llvm.memcpy.") ||
                 ft_calls_intrinsic (i, "llvm.memmove.")
             ? MEM_COPY
         : ft_calls_intrinsic (i, "llvm.memset.") ? MEM_SET
                                                  : NO_MEM;
}

static bool is_pointer (LLVMValueRef v) {
  return LLVMGetTypeKind (LLVMTypeOf (v)) == LLVMPointerTypeKind &&
         is_ordinary (v);
}

static bool mem (LLVMValueRef i, ft_memory_op *a) {
  enum mem what = mem_of (i);
  if (!what || ft_calls_intrinsic (i, "llvm.memcpy.element") ||
      ft_calls_intrinsic (i, "llvm.memmove.element") ||
      ft_calls_intrinsic (i, "llvm.memset.element"))
    return false;
  a->kind = what == MEM_COPY ? FT_SITE_COPY : FT_SITE_SET;
  a->written = LLVMGetOperand (i, 0);
  a->read = what == MEM_COPY ? LLVMGetOperand (i, 1) : NULL;
  a->size = constant_size (LLVMGetOperand (i, 2));
  a->before = true;
  return is_pointer (a->written) && (!a->read || is_pointer (a->read));
}

// ---- intrinsics of one processor -------------------------------------------

// Their first argument is the address; 'size' 0 is that of the result.
static bool intrinsic (const ft_unit *u, LLVMValueRef i, ft_memory_op *a) {
  static const struct {
    const char *prefix;
    enum ft_site_kind kind;
    uint64_t size;
  } all[] = {{"llvm.x86.sse3.ldu.dq", FT_SITE_LOAD_WIDE, 0},
             {"llvm.x86.avx.ldu.dq.256", FT_SITE_LOAD_WIDE, 0},
             {"llvm.x86.sse.ldmxcsr", FT_SITE_LOAD_WIDE, 4},
             {"llvm.x86.sse.stmxcsr", FT_SITE_STORE_WIDE, 4}};
  for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
    if (!ft_calls_intrinsic (i, all[n].prefix))
      continue;
    LLVMValueRef at = LLVMGetOperand (i, 0);
    a->kind = all[n].kind;
    *(a->kind == FT_SITE_LOAD_WIDE ? &a->read : &a->written) = at;
    a->opaque = at;
    a->size = all[n].size ? all[n].size
                          : LLVMStoreSizeOfType (u->layout, LLVMTypeOf (i));
    return is_ordinary (at);
  }
  return false;
}

bool ft_memory_op_of (const ft_unit *u, LLVMValueRef i, ft_memory_op *a) {
  memset (a, 0, sizeof *a);
  switch ((unsigned)LLVMGetInstructionOpcode (i)) {
  case LLVMLoad:
    return load (u, i, a);
  case LLVMStore:
    return store (u, i, a);
  case LLVMAtomicRMW:
    return rmw (u, i, a);
  case LLVMAtomicCmpXchg:
    return cas (u, i, a);
  case LLVMFence:
    return fence (i, a);
  case LLVMCall:
    return mem (i, a) || intrinsic (u, i, a);
  }
  return false;
}

// ---- constants -------------------------------------------------------------

// Clang marks loads of an object's vtable pointer by their access tag.
static bool is_vtable_pointer (const ft_unit *u, LLVMValueRef v) {
  size_t n;
  if (!LLVMIsALoadInst (v))
    return false;
  unsigned kind = LLVMGetMDKindIDInContext (u->context, "tbaa", 4);
  LLVMValueRef tag = LLVMGetMetadata (v, kind);
  if (!tag)
    return false;
  LLVMMetadataRef type = ft_debug_operand (u, LLVMValueAsMetadata (tag), 0);
  const char *name = ft_debug_text (u, type, 0, &n);
  return n == 14 && !memcmp (name, "vtable pointer", n);
}

bool ft_memory_is_constant (const ft_unit *u, LLVMValueRef pointer) {
  LLVMValueRef base = ft_pointer_base (pointer);
  return (LLVMIsAGlobalVariable (base) && LLVMIsGlobalConstant (base)) ||
         is_vtable_pointer (u, base);
}

static bool divides (LLVMValueRef i) {
  switch ((unsigned)LLVMGetInstructionOpcode (i)) {
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
    return !LLVMIsAConstantInt (LLVMGetOperand (i, 1));
  }
  return false;
}

bool ft_may_trap (const ft_unit *u, LLVMValueRef i) {
  return divides (i) ||
         (LLVMIsALoadInst (i) &&
          is_vtable_pointer (u, ft_pointer_base (LLVMGetOperand (i, 0))));
}

bool ft_intrinsic_ends_run (LLVMValueRef call) {
  static const char *const prefixes[] = {
      "llvm.trap",         "llvm.debugtrap", "llvm.ubsantrap", "llvm.eh.",
      "llvm.stackrestore", "llvm.memcpy.",   "llvm.memmove.",  "llvm.memset."};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (ft_calls_intrinsic (call, prefixes[i]))
      return true;
  return false;
}

static bool begins_with_one (const char *name, const char *const *prefixes,
                             size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!strncmp (name, prefixes[i], strlen (prefixes[i])))
      return true;
  return false;
}

#define BEGINS_WITH_ONE(name, prefixes)                                        \
  begins_with_one (name, prefixes, sizeof (prefixes) / sizeof *(prefixes))

// LLVM's attribute 'memory' has two bits each for argument, inaccessible and
// other memory; inaccessible memory is none of the program's.
bool ft_intrinsic_accesses_memory (LLVMValueRef callee) {
  LLVMAttributeRef memory = LLVMGetEnumAttributeAtIndex (
      callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
      ft_attribute_kind ("memory"));
  return !memory || LLVMGetEnumAttributeValue (memory) & ~UINT64_C (12);
}

// Intrinsics for any processor are known, or are declared to access memory
// only in order to stay in place, except the ones listed here.  Of the
// intrinsics for one processor only those for registers, clocks, random
// numbers, hints and fences are known.
bool ft_intrinsic_is_unknown (LLVMValueRef call) {
  static const char *const unknown[] = {
      "llvm.x86.",           "llvm.aarch64.",       "llvm.arm.",
      "llvm.masked.",        "llvm.vp.",            "llvm.matrix.",
      "llvm.memcpy.element", "llvm.memset.element", "llvm.memmove.element",
      "llvm.memset.pattern"};
  static const char *const known[] = {
      "llvm.x86.sse2.pause",   "llvm.x86.sse2.lfence", "llvm.x86.sse2.mfence",
      "llvm.x86.sse.sfence",   "llvm.x86.rd",          "llvm.x86.wr",
      "llvm.x86.xgetbv",       "llvm.x86.sse2.clf",    "llvm.x86.cl",
      "llvm.x86.flags.",       "llvm.x86.mmx.",        "llvm.x86.avx.vzero",
      "llvm.x86.serialize",    "llvm.x86.tpause",      "llvm.x86.umwait",
      "llvm.x86.umonitor",     "llvm.aarch64.hint",    "llvm.aarch64.d",
      "llvm.aarch64.isb",      "llvm.aarch64.clrex",   "llvm.aarch64.rnd",
      "llvm.aarch64.prefetch", "llvm.aarch64.get.",    "llvm.aarch64.set."};
  LLVMValueRef callee = LLVMGetCalledValue (call);
  const char *name = ft_intrinsic_name (callee);
  return BEGINS_WITH_ONE (name, unknown) && !BEGINS_WITH_ONE (name, known) &&
         ft_intrinsic_accesses_memory (callee);
}
