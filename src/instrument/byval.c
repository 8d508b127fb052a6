// Byval arguments.
#include "instrument/byval.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "instrument/pointer.h"
#include "instrument/unit.h"

typedef struct copier {
  LLVMBuilderRef builder;
  LLVMTargetDataRef layout; // borrowed
  LLVMContextRef context;
} copier;

static LLVMValueRef add_variable (copier *c, LLVMValueRef function,
                                  LLVMTypeRef type, unsigned alignment) {
  LLVMValueRef first =
      LLVMGetFirstInstruction (LLVMGetEntryBasicBlock (function));
  LLVMPositionBuilderBefore (c->builder, first);
  LLVMSetCurrentDebugLocation2 (c->builder, NULL);
  LLVMValueRef variable = LLVMBuildAlloca (c->builder, type, "");
  LLVMSetAlignment (variable, alignment);
  return variable;
}

static unsigned alignment_of (copier *c, LLVMValueRef call, unsigned argument,
                              LLVMTypeRef type) {
  LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute (
      call, argument + 1, ft_attribute_kind ("align"));
  return align ? (unsigned)LLVMGetEnumAttributeValue (align)
               : LLVMABIAlignmentOfType (c->layout, type);
}

static void make_explicit (copier *c, LLVMValueRef function, LLVMValueRef call,
                           unsigned argument, LLVMTypeRef type) {
  LLVMValueRef from = LLVMGetOperand (call, argument);
  unsigned alignment = alignment_of (c, call, argument, type);
  LLVMValueRef to = add_variable (c, function, type, alignment);
  LLVMValueRef size = LLVMConstInt (LLVMInt64TypeInContext (c->context),
                                    LLVMABISizeOfType (c->layout, type), 0);
  LLVMPositionBuilderBefore (c->builder, call);
  LLVMSetCurrentDebugLocation2 (c->builder, LLVMInstructionGetDebugLoc (call));
  LLVMBuildMemCpy (c->builder, to, alignment, from, alignment, size);
  LLVMSetOperand (call, argument, to);
}

// A musttail call replaces the frame, so that it cannot pass its variables.
static bool may_pass_own_variables (LLVMValueRef call) {
  return !LLVMIsACallInst (call) ||
         LLVMGetTailCallKind (call) != LLVMTailCallKindMustTail;
}

static void make_call_explicit (copier *c, LLVMValueRef function,
                                LLVMValueRef call) {
  unsigned kind = ft_attribute_kind ("byval");
  for (unsigned i = 0; i < LLVMGetNumArgOperands (call); i++) {
    LLVMAttributeRef byval = LLVMGetCallSiteEnumAttribute (call, i + 1, kind);
    LLVMValueRef base = ft_pointer_base (LLVMGetOperand (call, i));
    bool is_own = ft_pointer_is_local (base) && !ft_pointer_escapes (base);
    if (byval && !is_own && may_pass_own_variables (call))
      make_explicit (c, function, call, i, LLVMGetTypeAttributeValue (byval));
  }
}

static bool is_call (LLVMValueRef i) {
  return LLVMIsACallInst (i) || LLVMIsAInvokeInst (i);
}

void ft_byval_make_explicit (LLVMModuleRef m) {
  LLVMContextRef context = LLVMGetModuleContext (m);
  copier c = {LLVMCreateBuilderInContext (context), LLVMGetModuleDataLayout (m),
              context};
  for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
       f = LLVMGetNextFunction (f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
         b = LLVMGetNextBasicBlock (b))
      for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
           i = LLVMGetNextInstruction (i))
        if (is_call (i))
          make_call_explicit (&c, f, i);
  LLVMDisposeBuilder (c.builder);
}
