// Attributes of functions that are no longer true when they make records.
#include "instrument/attributes.h"

#include "instrument/unit.h"

#define COUNT(array) (sizeof (array) / sizeof *(array))

typedef void remover (LLVMValueRef, LLVMAttributeIndex, unsigned kind);

static void remove_all (LLVMValueRef v, LLVMAttributeIndex index,
                        const char *const *names, size_t count,
                        remover *remove) {
  for (size_t i = 0; i < count; i++)
    remove (v, index, ft_attribute_kind (names[i]));
}

static void strip (LLVMValueRef v, unsigned parameters, remover *remove) {
  static const char *const of_function[] = {
      "memory",    "nosync",     "nofree",      "willreturn",
      "norecurse", "nocallback", "speculatable"};
  static const char *const of_parameter[] = {
      "readonly", "readnone", "writeonly", "nocapture", "noalias"};
  remove_all (v, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, of_function,
              COUNT (of_function), remove);
  for (unsigned i = 1; i <= parameters; i++)
    remove_all (v, i, of_parameter, COUNT (of_parameter), remove);
}

static bool is_call (LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode (i);
  return op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr;
}

static void strip_call (LLVMValueRef i) {
  strip (i, LLVMGetNumArgOperands (i), LLVMRemoveCallSiteEnumAttribute);
}

static void strip_restrict (LLVMValueRef v, unsigned parameters,
                            remover *remove) {
  unsigned kind = ft_attribute_kind ("noalias");
  for (unsigned i = 1; i <= parameters; i++)
    remove (v, i, kind);
}

static void strip_restrict_of_call (LLVMValueRef i) {
  strip_restrict (i, LLVMGetNumArgOperands (i),
                  LLVMRemoveCallSiteEnumAttribute);
}

static bool is_intrinsic_or_assembly (LLVMValueRef callee) {
  return LLVMIsAInlineAsm (callee) || *ft_intrinsic_name (callee);
}

static void each_call (LLVMValueRef f, void (*visit) (LLVMValueRef)) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
       b = LLVMGetNextBasicBlock (b))
    for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
         i = LLVMGetNextInstruction (i))
      if (is_call (i) && !is_intrinsic_or_assembly (LLVMGetCalledValue (i)))
        visit (i);
}

// LLVM would infer attributes of library functions from their names again: that
// malloc accesses no memory of the program, so that 'ft_cursor', which the
// runtime's malloc changes, would stay in a register across the call.
static void forget_library (LLVMValueRef f) {
  static const char name[] = "no-builtins";
  LLVMContextRef context = LLVMGetModuleContext (LLVMGetGlobalParent (f));
  LLVMAddAttributeAtIndex (
      f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute (context, name, sizeof name - 1, "", 0));
}

void ft_attributes_strip (LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
       f = LLVMGetNextFunction (f)) {
    if (*ft_intrinsic_name (f))
      continue;
    strip (f, LLVMCountParams (f), LLVMRemoveEnumAttributeAtIndex);
    forget_library (f);
    each_call (f, strip_call);
  }
}

void ft_attributes_strip_restrict (LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
       f = LLVMGetNextFunction (f)) {
    if (*ft_intrinsic_name (f))
      continue;
    strip_restrict (f, LLVMCountParams (f), LLVMRemoveEnumAttributeAtIndex);
    each_call (f, strip_restrict_of_call);
  }
}
