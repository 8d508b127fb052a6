#include "instrument/atomic_functions.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

static const char prefix[] = "__VERIFIER_atomic_";
static const char begin[] = "__VERIFIER_atomic_begin";
static const char end[] = "__VERIFIER_atomic_end";

static bool is_atomic (LLVMValueRef function) {
  size_t length;
  const char *name = LLVMGetValueName2 (function, &length);
  return LLVMGetFirstBasicBlock (function) &&
         !strncmp (name, prefix, sizeof prefix - 1) && strcmp (name, begin) &&
         strcmp (name, end);
}

static LLVMTypeRef type_of (LLVMModuleRef m) {
  LLVMContextRef context = LLVMGetModuleContext (m);
  return LLVMFunctionType (LLVMVoidTypeInContext (context), NULL, 0, false);
}

static LLVMValueRef declared (LLVMModuleRef m, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction (m, name);
  return function ? function : LLVMAddFunction (m, name, type_of (m));
}

// A call in a function with debug data needs a place of its own.
static LLVMMetadataRef place_in (LLVMModuleRef m, LLVMValueRef function) {
  LLVMMetadataRef scope = LLVMGetSubprogram (function);
  if (!scope)
    return NULL;
  return LLVMDIBuilderCreateDebugLocation (LLVMGetModuleContext (m),
                                           LLVMDISubprogramGetLine (scope), 0,
                                           scope, NULL);
}

static void call_before (LLVMModuleRef m, LLVMValueRef function,
                         LLVMValueRef at, const char *name) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext (LLVMGetModuleContext (m));
  LLVMPositionBuilderBefore (b, at);
  LLVMSetCurrentDebugLocation2 (b, place_in (m, function));
  LLVMBuildCall2 (b, type_of (m), declared (m, name), NULL, 0, "");
  LLVMDisposeBuilder (b);
}

// The first instruction behind the variables of the function.
static LLVMValueRef first_behind_variables (LLVMValueRef function) {
  LLVMValueRef i = LLVMGetFirstInstruction (LLVMGetEntryBasicBlock (function));
  while (LLVMGetInstructionOpcode (i) == LLVMAlloca)
    i = LLVMGetNextInstruction (i);
  return i;
}

static void enclose (LLVMModuleRef m, LLVMValueRef function) {
  call_before (m, function, first_behind_variables (function), begin);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
       b = LLVMGetNextBasicBlock (b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator (b);
    if (last && LLVMGetInstructionOpcode (last) == LLVMRet)
      call_before (m, function, last, end);
  }
}

void ft_atomic_functions_enclose (LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
       f = LLVMGetNextFunction (f))
    if (is_atomic (f))
      enclose (m, f);
}
