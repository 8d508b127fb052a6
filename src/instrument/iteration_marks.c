// Iterations of OpenMP's loops.
//
// What clang emits: a call that gets the addresses of two local variables, the
// lower and the upper bound of the part that the thread has to execute; a copy of
// the lower one into the variable that counts iterations; a block that compares
// this variable with the upper bound and goes to the first block of an iteration,
// or to the end.  Loops that are collapsed into one, sections, and parts that are
// asked for one after the other have the same form.
#include "instrument/iteration_marks.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

#include "instrument/unit.h"

typedef struct marker {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMValueRef number; // ft_omp_iteration, NULL: not declared so far
} marker;

// ---- the variable of the runtime -------------------------------------------

static LLVMValueRef number_of (marker *m) {
  static const char name[] = "ft_omp_iteration";
  LLVMContextRef context = LLVMGetModuleContext (m->module);
  if (!m->number)
    m->number = LLVMGetNamedGlobal (m->module, name);
  if (!m->number) {
    m->number =
        LLVMAddGlobal (m->module, LLVMInt64TypeInContext (context), name);
    LLVMSetThreadLocal (m->number, 1);
  }
  return m->number;
}

static void add_mark (marker *m, LLVMBasicBlockRef iteration,
                      LLVMValueRef counter, LLVMMetadataRef location) {
  LLVMContextRef context = LLVMGetModuleContext (m->module);
  LLVMTypeRef word = LLVMInt64TypeInContext (context);
  LLVMTypeRef pointer = LLVMPointerTypeInContext (context, 0);
  unsigned id = LLVMLookupIntrinsicID ("llvm.threadlocal.address", 24);
  LLVMValueRef address =
      LLVMGetIntrinsicDeclaration (m->module, id, &pointer, 1);
  LLVMTypeRef type = LLVMIntrinsicGetType (context, id, &pointer, 1);
  LLVMValueRef number = number_of (m);
  LLVMPositionBuilderBefore (m->builder, LLVMGetFirstInstruction (iteration));
  LLVMSetCurrentDebugLocation2 (m->builder, location);
  LLVMValueRef value =
      LLVMBuildLoad2 (m->builder, LLVMGetAllocatedType (counter), counter, "");
  value = LLVMBuildZExtOrBitCast (m->builder, value, word, "");
  address = LLVMBuildCall2 (m->builder, type, address, &number, 1, "");
  LLVMBuildStore (m->builder, value, address);
}

// ---- loops -----------------------------------------------------------------

// The address of the lower bound in a call that deals out iterations, or NULL.
static LLVMValueRef lower_bound (LLVMValueRef i) {
  static const struct {
    const char *name;
    unsigned operand;
  } functions[] = {{"__kmpc_for_static_init_", 4}, {"__kmpc_dispatch_next_", 3}};
  LLVMValueRef callee = LLVMIsACallInst (i) || LLVMIsAInvokeInst (i)
                            ? LLVMGetCalledValue (i)
                            : NULL;
  size_t length;
  const char *name =
      callee && LLVMIsAFunction (callee) ? ft_llvm_name (callee, &length) : "";
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
    if (!strncmp (name, functions[k].name, strlen (functions[k].name)))
      return LLVMGetOperand (i, functions[k].operand);
  return NULL;
}

// Where the value of a load of the lower bound is stored: the counter, or NULL.
static LLVMValueRef counter_of (LLVMValueRef load) {
  for (LLVMUseRef use = LLVMGetFirstUse (load); use;
       use = LLVMGetNextUse (use)) {
    LLVMValueRef store = LLVMGetUser (use);
    if (LLVMIsAStoreInst (store) && LLVMGetOperand (store, 0) == load &&
        LLVMIsAAllocaInst (LLVMGetOperand (store, 1)))
      return LLVMGetOperand (store, 1);
  }
  return NULL;
}

// The first block of an iteration, if this load of the counter is the one that
// is compared with the upper bound; else NULL.
static LLVMBasicBlockRef begin_of_iteration (LLVMValueRef load) {
  LLVMUseRef use = LLVMGetFirstUse (load);
  LLVMValueRef compare = use ? LLVMGetUser (use) : NULL;
  if (!compare || LLVMGetNextUse (use) || !LLVMIsAICmpInst (compare) ||
      LLVMGetOperand (compare, 0) != load)
    return NULL;
  LLVMValueRef end =
      LLVMGetBasicBlockTerminator (LLVMGetInstructionParent (load));
  return LLVMIsABranchInst (end) && LLVMIsConditional (end) &&
                 LLVMGetCondition (end) == compare
             ? LLVMGetSuccessor (end, 0)
             : NULL;
}

static void mark_loop (marker *m, LLVMValueRef counter,
                       LLVMMetadataRef location) {
  for (LLVMUseRef use = LLVMGetFirstUse (counter); use;
       use = LLVMGetNextUse (use)) {
    LLVMValueRef load = LLVMGetUser (use);
    LLVMBasicBlockRef begin =
        LLVMIsALoadInst (load) ? begin_of_iteration (load) : NULL;
    if (begin) {
      add_mark (m, begin, counter, location);
      return;
    }
  }
}

static void mark_loop_of (marker *m, LLVMValueRef call, LLVMValueRef lower) {
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc (call);
  if (!location || !LLVMIsAAllocaInst (lower))
    return;
  for (LLVMUseRef use = LLVMGetFirstUse (lower); use;
       use = LLVMGetNextUse (use)) {
    LLVMValueRef load = LLVMGetUser (use);
    LLVMValueRef counter = LLVMIsALoadInst (load) ? counter_of (load) : NULL;
    if (counter && counter != lower) {
      mark_loop (m, counter, location);
      return;
    }
  }
}

void ft_iteration_marks_add (LLVMModuleRef module) {
  marker m = {module,
              LLVMCreateBuilderInContext (LLVMGetModuleContext (module)), NULL};
  for (LLVMValueRef f = LLVMGetFirstFunction (module); f;
       f = LLVMGetNextFunction (f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
         b = LLVMGetNextBasicBlock (b))
      for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
           i = LLVMGetNextInstruction (i)) {
        LLVMValueRef lower = lower_bound (i);
        if (lower)
          mark_loop_of (&m, i, lower);
      }
  LLVMDisposeBuilder (m.builder);
}
