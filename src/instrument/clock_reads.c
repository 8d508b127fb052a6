#include "instrument/clock_reads.h"

#include <stdbool.h>
#include <string.h>

#include "instrument/unit.h"

// The name is reserved; the runtime has the wrapper (symex/libc/libc.def).
static const char reader[] = "__builtin_ia32_rdtsc";

// The part of the 64 bits that an output has.
enum part { NOTHING, LOWER_HALF, UPPER_HALF, ALL };

typedef struct maker {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
} maker;

// Whether the assembly reads the clock and does nothing else.
static bool is_clock_read (const char *text) {
  static const char between[] = " \t\n;";
  bool reads = false;
  for (text += strspn (text, between); *text; text += strspn (text, between)) {
    size_t length = strcspn (text, between);
    bool clock = (length == 5 && !memcmp (text, "rdtsc", 5)) ||
                 (length == 6 && !memcmp (text, "rdtscp", 6));
    if (!clock && (length != 6 || (memcmp (text, "lfence", 6) &&
                                   memcmp (text, "mfence", 6))))
      return false;
    reads |= clock;
    text += length;
  }
  return reads;
}

static enum part part_of_constraint (const char *constraint) {
  return !strncmp (constraint, "={ax}", 5)   ? LOWER_HALF
         : !strncmp (constraint, "={dx}", 5) ? UPPER_HALF
                                             : NOTHING;
}

static enum part part_of_assembly (LLVMValueRef code, unsigned output) {
  size_t length;
  if (!is_clock_read (LLVMGetInlineAsmAsmString (code, &length)))
    return NOTHING;
  const char *at = LLVMGetInlineAsmConstraintString (code, &length);
  while (at && output--) {
    at = strchr (at, ',');
    at += !!at;
  }
  return at ? part_of_constraint (at) : NOTHING;
}

// The part of the clock that a call has as its result, or as this one of its results.
static enum part part_of (LLVMValueRef call, unsigned output) {
  LLVMValueRef callee = LLVMGetCalledValue (call);
  if (LLVMIsAInlineAsm (callee))
    return part_of_assembly (callee, output);
  const char *name = ft_intrinsic_name (callee);
  bool reads = !strcmp (name, "llvm.x86.rdtsc") ||
               !strcmp (name, "llvm.x86.rdtscp") ||
               !strcmp (name, "llvm.readcyclecounter");
  return reads && !output ? ALL : NOTHING;
}

static LLVMValueRef build_read (maker *m) {
  LLVMTypeRef type =
      LLVMFunctionType (LLVMInt64TypeInContext (m->context), NULL, 0, false);
  LLVMValueRef f = LLVMGetNamedFunction (m->module, reader);
  if (!f)
    f = LLVMAddFunction (m->module, reader, type);
  LLVMAddAttributeAtIndex (
      f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute (m->context, ft_attribute_kind ("nounwind"), 0));
  return LLVMBuildCall2 (m->builder, type, f, NULL, 0, "");
}

static LLVMValueRef build_part (maker *m, LLVMValueRef clock, enum part part,
                                LLVMTypeRef to) {
  LLVMTypeRef word = LLVMInt64TypeInContext (m->context);
  LLVMValueRef half = LLVMConstInt (word, 32, false);
  if (part == UPPER_HALF)
    clock = LLVMBuildLShr (m->builder, clock, half, "");
  else if (part == LOWER_HALF)
    clock = LLVMBuildAnd (m->builder, clock,
                          LLVMConstInt (word, UINT32_MAX, false), "");
  return LLVMBuildIntCast2 (m->builder, clock, to, false, "");
}

static bool is_integer (LLVMTypeRef type) {
  return LLVMGetTypeKind (type) == LLVMIntegerTypeKind;
}

static void replace_all (maker *m, LLVMValueRef call) {
  LLVMValueRef part = build_part (m, build_read (m), part_of (call, 0),
                                  LLVMTypeOf (call));
  LLVMReplaceAllUsesWith (call, part);
  LLVMInstructionEraseFromParent (call);
}

// The other outputs are those of the instruction.
static void replace_parts (maker *m, LLVMValueRef call) {
  LLVMTypeRef type = LLVMTypeOf (call);
  LLVMValueRef own = LLVMInstructionClone (call), clock = build_read (m);
  LLVMInsertIntoBuilder (m->builder, own);
  LLVMValueRef all = own;
  for (unsigned i = 0; i < LLVMCountStructElementTypes (type); i++) {
    LLVMTypeRef to = LLVMStructGetTypeAtIndex (type, i);
    enum part part = is_integer (to) ? part_of (call, i) : NOTHING;
    if (part)
      all = LLVMBuildInsertValue (m->builder, all,
                                  build_part (m, clock, part, to), i, "");
  }
  LLVMReplaceAllUsesWith (call, all);
  LLVMInstructionEraseFromParent (call);
}

static bool reads_clock (LLVMValueRef call) {
  return part_of (call, 0) || part_of (call, 1);
}

static void make_call (maker *m, LLVMValueRef call) {
  LLVMTypeRef type = LLVMTypeOf (call);
  bool parts = LLVMGetTypeKind (type) == LLVMStructTypeKind;
  if ((!parts && !is_integer (type)) || !reads_clock (call))
    return;
  LLVMPositionBuilderBefore (m->builder, call);
  LLVMSetCurrentDebugLocation2 (m->builder, LLVMInstructionGetDebugLoc (call));
  if (parts)
    replace_parts (m, call);
  else if (part_of (call, 0))
    replace_all (m, call);
}

// Functions without code but assembly can call nothing.
static bool is_naked (LLVMValueRef function) {
  return LLVMGetEnumAttributeAtIndex (
      function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
      ft_attribute_kind ("naked"));
}

void ft_clock_reads_make_calls (LLVMModuleRef module) {
  maker m = {.module = module, .context = LLVMGetModuleContext (module)};
  m.builder = LLVMCreateBuilderInContext (m.context);
  for (LLVMValueRef f = LLVMGetFirstFunction (module); f;
       f = LLVMGetNextFunction (f))
    for (LLVMBasicBlockRef b = is_naked (f) ? NULL : LLVMGetFirstBasicBlock (f);
         b; b = LLVMGetNextBasicBlock (b))
      for (LLVMValueRef i = LLVMGetFirstInstruction (b), next; i; i = next) {
        next = LLVMGetNextInstruction (i);
        if (LLVMIsACallInst (i))
          make_call (&m, i);
      }
  LLVMDisposeBuilder (m.builder);
}
