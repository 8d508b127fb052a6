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
} marker;

// ---- the variable of the runtime -------------------------------------------

void ft_mark_store (LLVMModuleRef m, LLVMBuilderRef builder, const char *name,
                    LLVMValueRef value) {
  LLVMContextRef context = LLVMGetModuleContext (m);
  LLVMTypeRef pointer = LLVMPointerTypeInContext (context, 0);
  LLVMValueRef variable = LLVMGetNamedGlobal (m, name);
  if (!variable) {
    variable = LLVMAddGlobal (m, LLVMInt64TypeInContext (context), name);
    LLVMSetThreadLocal (variable, 1);
  }
  unsigned id = LLVMLookupIntrinsicID ("llvm.threadlocal.address", 24);
  LLVMValueRef get = LLVMGetIntrinsicDeclaration (m, id, &pointer, 1);
  LLVMTypeRef type = LLVMIntrinsicGetType (context, id, &pointer, 1);
  LLVMValueRef address = LLVMBuildCall2 (builder, type, get, &variable, 1, "");
  LLVMBuildStore (builder, value, address);
}

void ft_mark_iteration (LLVMModuleRef m, LLVMBuilderRef builder,
                        const char *name, LLVMBasicBlockRef iteration,
                        LLVMValueRef counter, LLVMMetadataRef location) {
  LLVMTypeRef word = LLVMInt64TypeInContext (LLVMGetModuleContext (m));
  LLVMPositionBuilderBefore (builder, LLVMGetFirstInstruction (iteration));
  LLVMSetCurrentDebugLocation2 (builder, location);
  LLVMValueRef value =
      LLVMBuildLoad2 (builder, LLVMGetAllocatedType (counter), counter, "");
  ft_mark_store (m, builder, name,
                 LLVMBuildZExtOrBitCast (builder, value, word, ""));
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

LLVMBasicBlockRef ft_mark_begin_of_iteration (LLVMValueRef load) {
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
        LLVMIsALoadInst (load) ? ft_mark_begin_of_iteration (load) : NULL;
    if (begin) {
      ft_mark_iteration (m->module, m->builder, "ft_omp_iteration", begin,
                         counter, location);
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
              LLVMCreateBuilderInContext (LLVMGetModuleContext (module))};
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
