// The waiter pool of libstdc++: a number of waiting threads, which says whether
// a notification makes a system call, and a version, on which threads sleep
// where the atomic object is no int.  The standard lets neither order anything:
// a thread that waits reads the object itself again, and a notification may
// wake too many.  Records of the pool would order threads that have nothing to
// do with each other, since objects share a pool by their addresses.
#include "instrument/waiter_pool.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

static const char *const in_runtime[] = {
    "_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv",
    "_ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv",
    "_ZNSt8__detail15__platform_waitIiEEvPKT_i",
    "_ZNSt8__detail17__platform_notifyIiEEvPKT_b",
};

static const char waiting[] =
    "_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv";
// Names that libstdc++ does not have.
static const char version[] =
    "_ZNSt8__detail18__waiter_pool_base10_M_versionEPKi";
static const char advance[] =
    "_ZNSt8__detail18__waiter_pool_base10_M_advanceEPi";

static bool begins_with (const char *text, const char *prefix) {
  return !strncmp (text, prefix, strlen (prefix));
}

// A member of an instance of '__waiter_base', or NULL.
static const char *waiter_member (const char *name) {
  static const char *const classes[] = {
      "_ZNSt8__detail13__waiter_baseINS_13__waiter_poolEE",
      "_ZNSt8__detail13__waiter_baseINS_19__timed_waiter_poolEE"};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (begins_with (name, classes[i]))
      return name + strlen (classes[i]);
  return NULL;
}

// The library's definition goes; the runtime has the one that is linked.
static void leave_to_runtime (LLVMModuleRef m, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction (m, name);
  if (!f || !LLVMGetFirstBasicBlock (f))
    return;
  LLVMSetValueName2 (f, "", 0);
  LLVMReplaceAllUsesWith (
      f, LLVMAddFunction (m, name, LLVMGlobalGetValueType (f)));
  LLVMDeleteFunction (f);
}

// The instruction that stands for an atomic access, NULL for other ones.
typedef LLVMValueRef (*substitute) (LLVMModuleRef, LLVMValueRef);

// A notification always makes its system call: whether somebody waits is 1.
static LLVMValueRef one (LLVMModuleRef m, LLVMValueRef i) {
  (void)m;
  return LLVMIsALoadInst (i) ? LLVMConstInt (LLVMTypeOf (i), 1, false) : NULL;
}

static LLVMValueRef call_before (LLVMModuleRef m, LLVMValueRef i,
                                 const char *name, LLVMTypeRef result) {
  LLVMContextRef c = LLVMGetModuleContext (m);
  LLVMTypeRef pointer = LLVMPointerTypeInContext (c, 0);
  LLVMTypeRef type = LLVMFunctionType (result, &pointer, 1, false);
  LLVMValueRef f = LLVMGetNamedFunction (m, name);
  if (!f)
    f = LLVMAddFunction (m, name, type);
  LLVMValueRef address = LLVMGetOperand (i, 0);
  LLVMBuilderRef b = LLVMCreateBuilderInContext (c);
  LLVMPositionBuilderBefore (b, i);
  LLVMSetCurrentDebugLocation2 (b, LLVMInstructionGetDebugLoc (i));
  LLVMValueRef call = LLVMBuildCall2 (b, type, f, &address, 1, "");
  LLVMDisposeBuilder (b);
  return call;
}

static LLVMValueRef version_of (LLVMModuleRef m, LLVMValueRef i) {
  return LLVMIsALoadInst (i) ? call_before (m, i, version, LLVMTypeOf (i))
                             : NULL;
}

// Nothing uses the version that was there.
static LLVMValueRef advanced (LLVMModuleRef m, LLVMValueRef i) {
  if (!LLVMIsAAtomicRMWInst (i))
    return NULL;
  call_before (m, i, advance, LLVMVoidTypeInContext (LLVMGetModuleContext (m)));
  return LLVMConstNull (LLVMTypeOf (i));
}

static bool is_atomic (LLVMValueRef i) {
  return LLVMIsAAtomicRMWInst (i) ||
         (LLVMIsALoadInst (i) &&
          LLVMGetOrdering (i) != LLVMAtomicOrderingNotAtomic);
}

static void replace_atomics (LLVMModuleRef m, LLVMValueRef f, substitute with) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
       b = LLVMGetNextBasicBlock (b))
    for (LLVMValueRef i = LLVMGetFirstInstruction (b), next; i; i = next) {
      next = LLVMGetNextInstruction (i);
      LLVMValueRef instead = is_atomic (i) ? with (m, i) : NULL;
      if (!instead)
        continue;
      LLVMReplaceAllUsesWith (i, instead);
      LLVMInstructionEraseFromParent (i);
    }
}

static void replace_in (LLVMModuleRef m, LLVMValueRef f) {
  size_t length;
  const char *name = LLVMGetValueName2 (f, &length);
  const char *member = waiter_member (name);
  if (!strcmp (name, waiting))
    replace_atomics (m, f, one);
  if (!member)
    return;
  if (begins_with (member, "12_S_do_spin_vI") ||
      begins_with (member, "10_S_do_spinI"))
    replace_atomics (m, f, version_of);
  if (begins_with (member, "9_M_notifyEbb"))
    replace_atomics (m, f, advanced);
}

void ft_waiter_pool_hide (LLVMModuleRef m) {
  for (size_t i = 0; i < sizeof in_runtime / sizeof *in_runtime; i++)
    leave_to_runtime (m, in_runtime[i]);
  for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
       f = LLVMGetNextFunction (f))
    replace_in (m, f);
}
